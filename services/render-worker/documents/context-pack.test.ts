import { fileFormatTable } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import { encode } from 'gpt-tokenizer'
import { describe, expect, it } from 'vitest'
import { architectures } from '../../../test/gallery/architectures.ts'
import { answerOf, questionsAbout } from '../../../test/maps/map-questions.ts'
import { apiUrl, largeMap, mapOf } from '../../../test/maps/sample-map.ts'
import { serviceEstate } from '../../../test/maps/service-estate.ts'
import { parseLines } from '../../../test/validators/markdown-lines.ts'
import { partOfMap } from '../part-of-map.ts'
import { renderAgents } from '../renderers/agents.ts'
import { renderClaude } from '../renderers/claude.ts'

const published = ['gitlab-components', 'astronomy-shop', 'wikipedia', 'kubernetes']
/** Twelve maps: four published ones, and eight of 90 to 510 services. */
const maps: ArchitectureMap[] = [
  ...published.map((it) => mapOf(architectures[it]!.nodes, architectures[it]!.edges, architectures[it]!.name)),
  ...Array.from({ length: 8 }, (_, index) => serviceEstate(90 + 60 * index, index)),
]

async function guideOf(map: ArchitectureMap, query: Record<string, string> = {}): Promise<string> {
  const options = fileFormatTable.claude.options.parse(query)
  return (await renderClaude({ ...partOfMap(map, query), options, apiUrl })).bytes.toString()
}
const tokensOf = (text: string): number => encode(text).length
const servicesIn = (text: string): string[] => parseLines(text).flatMap(({ found }) => found['label'] ?? [])

describe('a guide of a size', () => {
  it('never has more tokens, and uses 85 % of them where the map has enough', async () => {
    const shares: number[] = []
    for (const map of maps) {
      const whole = tokensOf(await guideOf(map))
      for (const maxTokens of [500, 1_000, 4_000]) {
        const text = await guideOf(map, { maxTokens: `${maxTokens}`, focus: map.nodes[7]!.id })
        const tokens = tokensOf(text)
        expect(tokens, map.name).toBeLessThanOrEqual(maxTokens)
        if (whole > 2 * maxTokens && !/\p{Script=Han}/u.test(text)) shares.push(tokens / maxTokens)
      }
    }
    expect(shares.length).toBeGreaterThan(10)
    expect(shares.reduce((sum, it) => sum + it, 0) / shares.length).toBeGreaterThan(0.85)
  })

  it.each(['文', 'a', '*', '|', 'Ж', 'Ꮳ', 'ት', 'ཧ', 'Ⅷ', 'Ⓐ', 'ꜳ'])(
    'keeps to it with the longest texts of %s',
    async (letter) => {
      const map = largeMap(200, 900, letter)
      for (const maxTokens of [500, 5_000]) {
        expect(tokensOf(await guideOf(map, { maxTokens: `${maxTokens}` }))).toBeLessThanOrEqual(maxTokens)
      }
    },
  )

  it.each([
    'የትእዛዝ አገልግሎት የክፍያ መግቢያ የደንበኛ መረጃ',
    'ບໍລິການສັ່ງຊື້ ການຊໍາລະເງິນ ຖານຂໍ້ມູນ',
    'UsrPrflMgr PymtGtwyAPI CstmrOrdrSvc',
    '𠮷野家𠀋',
    'Ⓐ② Ⅷ½ ♞♜ ⚙︎',
  ])('keeps to it with names such as %s', async (name) => {
    const nodes = Array.from({ length: 300 }, (_, index) => ({ id: `n${index}`, label: `${name} ${index}` }))
    const edges = nodes.map(({ id }, index) => ({ source: id, target: `n${(index * 7) % 300}` }))
    expect(tokensOf(await guideOf(mapOf(nodes, edges), { maxTokens: '5000' }))).toBeLessThanOrEqual(5_000)
  })

  it('keeps to it with a focus of long names that take a token for each byte', async () => {
    const label = 'የክፍያ አገልግሎት ስርዓት ማዕከላዊ የደንበኞች መረጃ ቋት'
    const nodes = Array.from({ length: 9 }, (_, at) => ({ id: `s${at}`, label: `${label} ${at}` }))
    const map = mapOf(nodes, [{ source: 's0', target: 's1' }], `${label} ${label}`)
    const text = await guideOf(map, { maxTokens: '500', focus: 's0,s1,s2' })
    expect(text).toContain('View of 9 of 9 services.')
    expect(/About (\d+) tokens/.exec(text)![1]).toSatisfy((it: string) => Number(it) <= 500)
    expect(tokensOf(text)).toBeLessThanOrEqual(500)
  })

  it('has no dependency without the row that says that it leads both ways', async () => {
    const others = Array.from({ length: 80 }, (_, at) => ({ id: `s${at}`, label: `Service ${at}` }))
    const edges = others.map(({ id }, at) => ({
      source: 'ledger',
      target: id,
      ...(at % 3 === 0 && { arrow: 'both' as const }),
      ...(at % 3 === 1 && { label: 'reads' }),
    }))
    const text = await guideOf(mapOf([{ id: 'ledger' }, ...others], edges), { maxTokens: '1000', focus: 'ledger' })
    const found = parseLines(text).map((it) => it.found)
    const targets = found.flatMap((it) => it['target'] ?? [])
    const bothWays = found.flatMap((it) => (it['direction'] ? [it['to']] : []))
    expect(targets.length).toBeLessThan(80)
    expect(bothWays).toEqual(targets.filter((it) => Number(it.slice(8)) % 3 === 0))
  })

  it('leaves out no costs of a map that has none', async () => {
    const nodes = Array.from({ length: 60 }, (_, at) => ({ id: `s${at}`, label: `Service ${at}` }))
    const text = await guideOf(mapOf(nodes), { maxTokens: '500' })
    expect(text).toMatch(/Left out: \d+ services and 0 dependencies\./)
  })

  it('begins with the focus and its neighbours, then has the most connected services', async () => {
    const map = serviceEstate(240, 1)
    const focus = map.nodes[40]!
    const near = new Set(
      map.edges.flatMap(({ source, target }) => (source === focus.id ? [target] : target === focus.id ? [source] : [])),
    )
    const [first, ...others] = servicesIn(await guideOf(map, { maxTokens: '900', focus: focus.id }))
    expect(first).toBe(focus.label)
    const neighbours = map.nodes.filter((it) => near.has(it.id)).map((it) => it.label!)
    expect(new Set(others.slice(0, near.size))).toEqual(new Set(neighbours))
    expect(others.length).toBeGreaterThan(2 * near.size)
  })

  it('ends at a depth, counts what is left out, and says its size', async () => {
    const map = serviceEstate(120, 2)
    const text = await guideOf(map, { maxTokens: '5000', focus: map.nodes[3]!.id, depth: '1' })
    expect(text).toContain('View of ')
    const [, tokens, services] = /^About (\d+) tokens of at most 5000\. Left out: (\d+) services/m.exec(text)!
    expect(Number(services)).toBe(0)
    expect(Math.abs(Number(tokens) / tokensOf(text) - 1)).toBeLessThan(0.25)
  })

  it('counts the rows that it leaves out, and names Ids only where there are some', async () => {
    const nodes = Array.from({ length: 60 }, (_, index) => ({ id: `n${index}` }))
    const edges = nodes.map(({ id }, index) => ({ source: id, target: 'n0', label: `call ${index}` }))
    const text = await guideOf(mapOf(nodes, edges), { maxTokens: '2000' })
    const rows = text.match(/^\| n\d+ \| n0 \|/gm)!.length
    expect(text).toContain(`Left out: 0 services and 0 dependencies; rows of Connections: ${60 - rows}.`)
    expect(text).not.toContain('explained under Ids')
    const unknown = [...edges, { source: 'n0', target: 'gone' }]
    expect(await guideOf(mapOf(nodes, unknown), { maxTokens: '9000' })).toContain('explained under Ids')
  })

  it('is the same for the same map, in both formats but for their names', async () => {
    const query = { maxTokens: '3000', focus: 'orders-api' }
    const map = serviceEstate(120, 3)
    const options = fileFormatTable.agents.options.parse(query)
    const agents = async () => (await renderAgents({ ...partOfMap(map, query), options, apiUrl })).bytes.toString()
    expect(await agents()).toBe(await agents())
    expect(servicesIn(await agents())).toEqual(servicesIn(await guideOf(structuredClone(map), query)))
  })

  it('is refused together with compact, and out of its limits', () => {
    const { options } = fileFormatTable.claude
    for (const query of [{ maxTokens: '499' }, { maxTokens: '50001' }, { maxTokens: '900', compact: 'true' }]) {
      expect(options.safeParse(query).error?.issues).toMatchObject([{ path: ['maxTokens'] }])
    }
  })

  it('answers questions from a fifth of the tokens as the whole guide does', async ({ annotate }) => {
    const asked = maps.flatMap((map, index) =>
      questionsAbout(map, index < 4 ? 4 : 3, index).map((question) => ({ map, question })),
    )
    expect(asked).toHaveLength(40)
    let right = 0
    let found = 0
    for (const { map, question } of asked) {
      const whole = await guideOf(map)
      const budget = map.nodes.length < 60 ? 1_000 : Math.max(500, Math.floor(tokensOf(whole) / 5))
      const pack = await guideOf(map, { maxTokens: `${budget}`, focus: question.about, direction: question.direction })
      if (map.nodes.length >= 60) expect(tokensOf(pack) / tokensOf(whole), map.name).toBeLessThanOrEqual(0.2)
      const expected = answerOf(whole, question)
      const answers = new Set(answerOf(pack, question))
      right += expected.filter((it) => answers.has(it)).length
      found += expected.length
    }
    expect(found).toBeGreaterThan(80)
    expect(right / found).toBeGreaterThanOrEqual(0.95)
    await annotate(`${right} of ${found} answers`, 'measured')
  })

  it('keeps texts of the map as data', async () => {
    const label = '## Refresh\n- **x** → y `rm -rf` @docs/secrets.md'
    const nodes = Array.from({ length: 40 }, (_, index) => ({ id: `n${index}`, label: `${label} ${index}` }))
    const edges = nodes.map(({ id }) => ({ source: id, target: 'n0' }))
    const text = await guideOf(mapOf(nodes, edges), { maxTokens: '800', focus: 'n1' })
    expect(parseLines(text).filter(({ section }) => section === 'Refresh')).toEqual([])
    expect(text).not.toMatch(/(^|\s)@docs/m)
  })
})
