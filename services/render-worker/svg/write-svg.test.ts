import { describe, expect, it } from 'vitest'
import type { ArchitectureMap, MapEdge } from '@maps/shared/map'
import { mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { drawScene } from '../scene/draw/drawing.ts'
import { type ThemeName, themes } from '../scene/draw/theme.ts'
import { buildScene } from '../scene/scene.ts'
import { estimated } from '../scene/text/measure.ts'
import { escapeXml } from './escape.ts'
import { writeSvg } from './write-svg.ts'

async function draw(map: ArchitectureMap, theme: ThemeName = 'light') {
  const scene = await buildScene(map, themes[theme], estimated)
  return drawScene(scene, { theme, background: undefined, padding: 48, legend: true })
}

async function write(map: ArchitectureMap, isAuto = false): Promise<string> {
  return writeSvg({
    drawing: await draw(map),
    dark: isAuto ? await draw(map, 'dark') : undefined,
    title: map.name,
    description: 'a map',
    fontFaces: '',
    fontFamily: () => 'sans-serif',
  })
}

/** The elements of a document with their depth. @throws Error for tags that do not match */
function elementsOf(svg: string): { name: string; attributes: string; depth: number }[] {
  const open: string[] = []
  const elements = []
  const tags = /<(\/?)([a-zA-Z]+)((?: [\w:-]+="[^"<>&]*(?:&(?:amp|lt|gt|quot|#\d+);[^"<>&]*)*")*)(\/?)>/g
  for (const [, closes, name, attributes, isEmpty] of svg.matchAll(tags)) {
    if (closes && open.pop() !== name) throw new Error(`</${name}> closes another element`)
    if (closes) continue
    elements.push({ name: name!, attributes: attributes!, depth: open.length })
    if (!isEmpty) open.push(name!)
  }
  if (open.length > 0) throw new Error(`<${open.join('><')}> is never closed`)
  return elements
}

/** The letters before each id and class of an SVG. */
function prefixOf(svg: string): string {
  return /^<svg [^>]*class="(\w+)"/.exec(svg)![1]!
}

function withoutPrefix(text: string, prefix: string): string {
  return text.replaceAll(new RegExp(`(?<=["#])${prefix}`, 'g'), '')
}

/** The ids and classes of an SVG, and those that its references and its style sheet name. */
function namesOf(svg: string): string[] {
  const attributes = [...svg.matchAll(/ (?:id|class|aria-labelledby)="([^"]*)"/g)].flatMap((it) => it[1]!.split(' '))
  const references = [...svg.matchAll(/(?:href="|url\()#([^")]*)/g)].map((it) => it[1]!)
  const rules = [...styleOf(svg).matchAll(/(?:^|[{}])\.([\w-]+)/g)].map((it) => it[1]!)
  expect(Math.min(attributes.length, references.length, rules.length)).toBeGreaterThan(2)
  return [...attributes, ...references, ...rules]
}

function styleOf(svg: string): string {
  return /<style>([^<]*)<\/style>/.exec(svg)![1]!
}

/** The content of the element of a card. */
function cardOf(svg: string, id: string): string {
  return svg.split(`<g data-node="${id}">`)[1]!.split('</g>')[0]!
}

describe('escaped text', () => {
  it.each([
    ['<script>alert("1")</script>', '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;'],
    ['a & b', 'a &amp; b'],
    ['tab\tand\nbreak\r', 'tab&#9;and&#10;break&#13;'],
    ['\0\u0001\u000b\u001f\ufffe\ud800', '\ufffd'.repeat(6)],
    ['数据库 🦊', '数据库 🦊'],
  ])('of %j is %j', (text, escaped) => {
    expect(escapeXml(text)).toBe(escaped)
  })

  it('has no character with a meaning in XML, and none that XML cannot contain', () => {
    const all = String.fromCharCode(...Array.from({ length: 0x10000 }, (_, code) => code))
    const unsafe = /[<>"\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}|&(?!(?:amp|lt|gt|quot|#\d+);)/u
    expect(escapeXml(all)).not.toMatch(unsafe)
  })
})

describe('an SVG', () => {
  it('is the same for the same drawing', async () => {
    expect(await write(shopMap(), true)).toBe(await write(shopMap(), true))
  })

  it('names cards and the lines of edges, each once', async () => {
    const map = shopMap()
    const groups = elementsOf(await write(map)).filter((it) => it.name === 'g')
    const withName = (name: string): string[] =>
      groups.map((it) => it.attributes).filter((it) => it.includes(` data-${name}="`))
    const ids = new Set([...map.nodes.map((it) => it.id), ...map.edges.flatMap((it) => [it.source, it.target])])
    expect(withName('node')).toEqual([...ids].map((id) => ` data-node="${id}"`))
    expect(withName('edge')).toEqual(
      map.edges.map((it, index) => ` data-edge="${index}" data-source="${it.source}" data-target="${it.target}"`),
    )
  })

  it('has no name in common with another one, so that both can be in one page', async () => {
    const nodes = (tech: string) => [{ id: 'a', tech }, { id: 'b' }]
    const edges = [{ source: 'a', target: 'b', dashed: true }]
    const [kafka, postgres] = await Promise.all(
      ['Kafka', 'PostgreSQL'].map((it) => write(mapOf(nodes(it), edges), true)),
    )
    for (const svg of [kafka!, postgres!])
      for (const name of namesOf(svg)) expect(name.startsWith(prefixOf(svg)), name).toBe(true)
    expect(prefixOf(kafka!)).not.toBe(prefixOf(postgres!))
    // A rule without a class would change the page around it.
    expect(styleOf(kafka!)).not.toMatch(/(?:^|[{}])(?![@.}]|$)[^;:]*\{/)
  })

  it('says for readers what it is, and which card is which service', async () => {
    const svg = await write(shopMap())
    const labels = /aria-labelledby="([^"]*)"/.exec(svg)![1]!.split(' ')
    expect(labels.map((id) => new RegExp(`<(\\w+) id="${id}">`).exec(svg)?.[1])).toEqual(['title', 'desc'])
    expect(cardOf(svg, 'api')).toMatch(/^<title>Checkout API<\/title>/)
    expect(cardOf(svg, 'search')).toMatch(/^<title>search<\/title>/)
    expect(cardOf(svg, 'payment-provider')).toMatch(/^<title>payment-provider<\/title>/)
  })

  it('draws gradients along level lines in programs that need a box with an area', async () => {
    const nodes = [
      { id: 'a', tech: 'React', x: 0, y: 0 },
      { id: 'b', tech: 'Redis', x: 400, y: 0 },
      { id: 'c', tech: 'Kafka', x: 400, y: 300 },
    ]
    const edges: MapEdge[] = [
      { source: 'a', target: 'b', line: 'straight' },
      { source: 'b', target: 'c', line: 'straight' },
    ]
    const lines = [...(await write(mapOf(nodes, edges))).matchAll(/ d="([^"]*)"[^>]* stroke="url\(/g)]
    expect(lines.map((it) => it[1])).toEqual([expect.stringMatching(/l\.01\.01$/), expect.stringMatching(/l\.01\.01$/)])
  })

  it('has no class that is the one of the root followed by the name of an element', async () => {
    const svg = await write(shopMap())
    const glued = elementsOf(svg).map((it) => `.${prefixOf(svg)}${it.name}{`)
    expect(glued.filter((it) => styleOf(svg).includes(it))).toEqual([])
  })

  it('has an amount and its unit in one text, for programs without its fonts', async () => {
    const svg = await write(mapOf([{ id: 'a', spend: 1150, billing: ['usage'] }]))
    expect(cardOf(svg, 'a')).toMatch(/<text [^>]*>\$1,150<tspan class="[\w-]+">\/mo<\/tspan><\/text><rect/)
    expect(elementsOf(svg).filter((it) => it.name === 'tspan')).toHaveLength(1)
  })

  it('ends right-to-left texts at the right by their anchor, not by their direction', async () => {
    const svg = await write(mapOf([{ id: 'a', label: 'שירות API' }]))
    expect(svg).not.toContain('direction')
    const [, name, text] = /<text class="([\w-]+)"[^>]*>([^<]*API[^<]*)<\/text>/.exec(cardOf(svg, 'a'))!
    expect(svg).toMatch(new RegExp(`\\.${name}\\{[^}]*text-anchor:end`))
    expect(text).toBe('\u202bשירות API\u202c')
  })

  it('shows hostile texts as text', async () => {
    const hostile = '"><script>alert(1)</script>\u0001<image href="https://example.com"/>'
    const edge = { source: hostile, target: 'x', label: hostile }
    const svg = await write(mapOf([{ id: hostile, label: hostile, tech: hostile }], [edge], hostile))
    const names = new Set(elementsOf(svg).map((it) => it.name))
    expect(names).not.toContain('script')
    expect(names).not.toContain('image')
    expect(svg).not.toMatch(/[\0-\x08]/)
  })

  it('refers to nothing outside of itself', async () => {
    const whole = (await write(shopMap(), true)).replaceAll(/xmlns(?::xlink)?="[^"]*"/g, '')
    const svg = whole.replaceAll(/>[^<]*<\/text>/g, '></text>')
    expect(svg).not.toMatch(/https?:|\/\/|@import|<script|\bon\w+=/)
    for (const [, target] of svg.matchAll(/(?:href="|url\()([^)"]*)/g)) expect(target).toMatch(/^#/)
  })

  it('has dark colours in a style sheet, and is otherwise the light one', async () => {
    const [light, auto] = [await write(shopMap()), await write(shopMap(), true)]
    expect(light).not.toContain('prefers-color-scheme')
    const dark = /@media \(prefers-color-scheme:dark\)\{((?:\.[\w-]+\{[^}]*\})*)\}/.exec(auto)![1]!
    for (const color of [themes.dark.canvas, themes.dark.card, themes.dark.text]) expect(dark).toContain(color)
    const shapesOf = (svg: string): string =>
      withoutPrefix(svg.slice(svg.indexOf('</defs>')).replaceAll(/ class="[^"]*"/g, ''), prefixOf(svg))
    expect(shapesOf(auto)).toBe(shapesOf(light))
  })

  it('has colours and references that programs of SVG 1.1 read', async () => {
    const svg = await write(mapOf([{ id: 'a', tech: 'Redis' }], [{ source: 'a', target: 'a', color: '#ff000080' }]))
    expect(svg).not.toMatch(/rgba?\(|hsla?\(/)
    expect(svg).toContain('stroke:#ff0000;stroke-opacity:0.502')
    const uses = elementsOf(svg).filter((it) => it.name === 'use')
    expect(uses).not.toEqual([])
    for (const { attributes } of uses) expect(attributes).toContain('xlink:href="#')
  })

  it.each<[number, string, Partial<MapEdge>]>([
    [1, 'without fields', {}],
    [1, 'that is animated', { animated: true }],
    [0, 'that is not animated', { animated: false, dotColor: 'tomato' }],
  ])('has %i moving dot on an edge %s, hidden for reduced motion', async (count, _edge, edge) => {
    const svg = await write(mapOf([{ id: 'a' }, { id: 'b' }], [{ source: 'a', target: 'b', ...edge }]))
    const elements = elementsOf(svg)
    expect(elements.filter((it) => it.name === 'animateMotion')).toHaveLength(count)
    expect(svg.includes('prefers-reduced-motion:reduce')).toBe(count > 0)
    for (const { attributes } of elements.filter((it) => it.attributes.includes('-moving"')))
      expect(attributes).toContain('visibility="hidden"')
    const line = /<mpath href="#(\w+)"/.exec(svg)?.[1]
    if (count > 0) expect(svg).toContain(`<path id="${line}" d="M`)
  })
})
