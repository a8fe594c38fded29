import { parseColor } from '@maps/shared/color'
import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { billingKinds, currencies, edgeDefaults, labelFonts, lineKinds, nodeDefaults } from '@maps/shared/map-values'
import type { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairsOf } from '../../../test/gallery/pairs.ts'
import {
  changedPixels,
  colorAt,
  crop,
  exportPicture,
  findPixels,
  type MapPicture,
  pixelDifference,
  type Rgb,
} from '../../../test/maps/map-picture.ts'
import { mapOf } from '../../../test/maps/sample-map.ts'
import { openTestBrowser } from '../../../test/rig/chromium.ts'
import type { Browser } from '../browser.ts'
import type { Connector } from '../scene/draw/connector.ts'
import { DASH } from '../scene/draw/draw-connectors.ts'
import { themes } from '../scene/draw/theme.ts'
import { endPointOf, pointAt, startOf } from '../scene/geometry/path.ts'
import { boundingBox, type Point } from '../scene/geometry/rect.ts'
import { distanceBetween } from '../scene/geometry/segment.ts'
import type { Side } from '../scene/geometry/sides.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openTestBrowser()
})
afterAll(() => browser[Symbol.asyncDispose]())

const pictures = new Map<string, Promise<MapPicture>>()

/** The picture of a map, rendered once for all tests. */
function pictureFor(map: ArchitectureMap, query: Record<string, string> = {}): Promise<MapPicture> {
  const key = JSON.stringify([map, query])
  const picture = pictures.get(key) ?? exportPicture(browser, map, query)
  pictures.set(key, picture)
  return picture
}

/** Values of every field of an element: `tsc` asks for those of a new field. */
type Values<Element> = { [Field in keyof Element]-?: readonly Required<Pick<Element, Field>>[] }

type Arrow = NonNullable<MapEdge['arrow']>

/** Number of changed pixels from which a change is visible. */
const VISIBLE = 15

/** A colour that nothing has by default: strong red and blue, and no green. */
const INK = 'fuchsia'

/** How much of a pixel the ink covers, 0 to 1. */
function inkOf([red, green, blue]: Rgb): number {
  return Math.max(0, Math.min(red, blue) - green) / 255
}

function rgbOf(color: string): Rgb {
  const { r, g, b } = parseColor(color) ?? { r: 0, g: 0, b: 0 }
  return [r, g, b]
}

/** A colour at a fraction of the way from one to another, within an invisible difference. */
function between(from: string, to: string, fraction: number): unknown[] {
  const target = rgbOf(to)
  return rgbOf(from).map((channel, index) => expect.closeTo(channel + ((target[index] ?? 0) - channel) * fraction, -1))
}

/** The middles of the pixels of one colour. */
function pixelsOf(picture: MapPicture, color: Rgb): Point[] {
  return findPixels(picture, (it) => it.join() === color.join())
}

describe('an edge in a picture', () => {
  async function pictureOf(nodes: MapNode[], edge: Partial<MapEdge>): Promise<MapPicture & { edge: Connector }> {
    const picture = await pictureFor(mapOf(nodes, [{ source: 'a', target: 'd', ...edge }]))
    if (!picture.edge) throw new Error('the map has no edge')
    return { ...picture, edge: picture.edge }
  }
  const bentNodes = [
    { id: 'a', x: 0, y: 0 },
    { id: 'd', x: 420, y: 160 },
    { id: 'other', x: 0, y: 160 },
  ]
  const levelNodes = [
    { id: 'a', label: 'Redis', x: 0, y: 0 },
    { id: 'd', label: 'Kafka', x: 420, y: 0 },
  ]
  /** An edge from a card to another one at its lower right, and a third card. */
  const bent = (edge: Partial<MapEdge>) => pictureOf(bentNodes, edge)
  /** An edge between cards side by side: a level line, and a row of pixels that crosses nothing else. */
  const level = (edge: Partial<MapEdge>) => pictureOf(levelNodes, edge)

  const values: Values<MapEdge> = {
    source: [{ source: 'other' }],
    target: [{ target: 'other' }],
    line: [{ line: 'smoothstep' }, { line: 'step' }, { line: 'straight' }],
    label: [{ label: 'SQL' }, { label: '数据库' }, { label: 'x'.repeat(120) }],
    labelColor: [{ labelColor: 'crimson' }, { labelColor: '#06c' }],
    labelSize: [{ labelSize: 6 }, { labelSize: 24 }, { labelSize: 48 }],
    labelFont: [{ labelFont: 'sans' }, { labelFont: 'mono' }],
    arrow: [{ arrow: 'none' }, { arrow: 'both' }],
    color: [{ color: 'tomato' }, { color: '#0a08' }],
    dotColor: [{ dotColor: 'gold' }, { dotColor: 'hsl(300 100% 40%)' }],
    animated: [{ animated: true }],
    dashed: [{ dashed: true }],
  }

  it.each(Object.values(values).flat())('looks different with %j', async (edge: Partial<MapEdge>) => {
    const label = 'label' in edge ? {} : { label: 'reads and writes' }
    const [without, withField] = [await bent(label), await bent({ ...label, ...edge })]
    expect([withField.png.width, withField.png.height]).toEqual([without.png.width, without.png.height])
    expect(pixelDifference(without.png, withField.png)).toBeGreaterThan(VISIBLE)
  })

  /** Flow dots move by default, and are painted only where the map asks for them. */
  const { animated: _animated, ...stillDefaults } = edgeDefaults

  it.each(Object.entries(stillDefaults))('draws %s as %j by default', async (field, value) => {
    const notSet = await bent({ label: 'SQL' })
    const set = await bent({ label: 'SQL', [field]: value })
    expect(set.png.data.equals(notSet.png.data)).toBe(true)
  })

  it('draws an empty label like none', async () => {
    const [none, empty] = [await bent({}), await bent({ label: '' })]
    expect(empty.png.data.equals(none.png.data)).toBe(true)
  })

  it.each(pairsOf(lineKinds))('draws the lines %s and %s differently', async (one, other) => {
    const [first, second] = [await bent({ line: one }), await bent({ line: other })]
    expect(pixelDifference(first.png, second.png)).toBeGreaterThan(VISIBLE)
  })

  it.each(lineKinds)('paints the line %s without a gap', async (line) => {
    const picture = await bent({ line, color: INK })
    const points = Array.from({ length: 99 }, (_, index) => pointAt(picture.edge.path, (index + 1) / 100))
    const isDot = (point: Point): boolean => distanceBetween(point, pointAt(picture.edge.path, 1 / 3)) < 6
    const gaps = points.filter((it) => !isDot(it) && inkOf(colorAt(picture, it)) < 0.3)
    expect(gaps).toEqual([])
  })

  const alongTheLine = [0.03, 0.25, 0.5, 0.75, 0.9]

  it.each<[string, Rgb]>([
    ['crimson', [220, 20, 60]],
    ['#0a0', [0, 170, 0]],
    ['rgb(10 20 200)', [10, 20, 200]],
    ['hsl(300 100% 40%)', [204, 0, 204]],
    ['#ff000080', [255, 127, 127]],
  ])('has the color %s from end to end, arrowheads included', async (color, expected) => {
    const picture = await level({ color, arrow: 'both' })
    const { path } = picture.edge
    const heads = [pointAt(path, 5 / path.length), pointAt(path, 1 - 5 / path.length)]
    for (const point of [...alongTheLine.map((it) => pointAt(path, it)), ...heads]) {
      expect(colorAt(picture, point)).toEqual(expected.map((it) => expect.closeTo(it, -0.5)))
    }
  })

  it('is darker than its color where that is hardly visible', async () => {
    const light = 'rgb(255 255 0)'
    const picture = await level({ color: light })
    const [red, green, blue] = colorAt(picture, pointAt(picture.edge.path, 0.5))
    expect(red).toBe(green)
    expect(blue).toBe(0)
    expect(red).toBeLessThan(160)
  })

  it("runs from the colour of the source's role to that of the target's without a color, arrowheads included", async () => {
    const picture = await level({ arrow: 'both' })
    const { path } = picture.edge
    const { store: from, queue: to } = themes.light.roles
    expect(from).not.toBe(to)
    for (const fraction of alongTheLine) {
      expect(colorAt(picture, pointAt(path, fraction))).toEqual(between(from, to, fraction))
    }
    expect(colorAt(picture, pointAt(path, 5 / path.length))).toEqual(between(from, to, 0))
    expect(colorAt(picture, pointAt(path, 1 - 5 / path.length))).toEqual(between(from, to, 1))
  })

  describe('its flow dot', () => {
    const third = ({ edge }: { edge: Connector }): Point => pointAt(edge.path, 1 / 3)

    it.each<[string, Rgb]>([
      ['gold', [255, 215, 0]],
      ['#0066cc', [0, 102, 204]],
    ])('has the dotColor %s, at one third of the line', async (dotColor, expected) => {
      const picture = await level({ dotColor })
      const dot = pixelsOf(picture, expected)
      expect(colorAt(picture, third(picture))).toEqual(expected)
      expect(dot.length).toBeGreaterThan(8)
      expect(Math.max(...dot.map((it) => distanceBetween(it, third(picture))))).toBeLessThan(4)
    })

    it('has the color of the line around it without a dotColor', async () => {
      const { store, queue } = themes.light.roles
      const picture = await level({})
      expect(colorAt(picture, third(picture))).toEqual(between(store, queue, 1 / 3))
      const inked = await level({ color: INK })
      expect(inkOf(colorAt(inked, third(inked)))).toBe(1)
    })

    it.each(lineKinds)(
      'is painted unless animated is false, and changes nothing else, on the line %s',
      async (line) => {
        const edge = { line, dotColor: INK, color: 'black' }
        const [withDot, without] = [await bent(edge), await bent({ ...edge, animated: false })]
        const changed = changedPixels(withDot, without)

        expect(inkOf(colorAt(withDot, third(withDot)))).toBe(1)
        expect(inkOf(colorAt(without, third(without)))).toBe(0)
        expect(changed.length).toBeGreaterThan(VISIBLE)
        expect(Math.max(...changed.map((it) => distanceBetween(it, third(withDot))))).toBeLessThan(6)
      },
    )
  })

  it.each(lineKinds)('has gaps along the line %s only where it is dashed', async (line) => {
    const dashes = async (dashed: boolean): Promise<number> => {
      const picture = await level({ line, dashed, color: INK, animated: false, arrow: 'none' })
      const [from, to] = [startOf(picture.edge.path), endPointOf(picture.edge.path)]
      let count = 0
      let wasInk = false
      for (let x = from.x; x < to.x; x++) {
        const isInk = inkOf(colorAt(picture, { x, y: from.y })) > 0.5
        if (isInk && !wasInk) count++
        wasInk = isInk
      }
      return count
    }
    const [dash, gap] = DASH

    expect(await dashes(false)).toBe(1)
    expect(await dashes(true)).toBe(Math.ceil(276 / (dash + gap)))
  })

  describe.each(lineKinds)('with the line %s', (line) => {
    it.each<[Arrow, Arrow, ('source' | 'target')[]]>([
      ['none', 'end', ['target']],
      ['end', 'both', ['source']],
      ['none', 'both', ['source', 'target']],
    ])('differs between the arrows %s and %s at its %j and nowhere else', async (one, other, ends) => {
      const [first, second] = [await bent({ line, arrow: one }), await bent({ line, arrow: other })]
      const { path } = first.edge
      const places = ends.map((it) => (it === 'source' ? startOf(path) : endPointOf(path)))
      const changed = Map.groupBy(changedPixels(first, second), (point) =>
        places.findIndex((it) => distanceBetween(it, point) < 12),
      )
      expect(new Set(changed.keys())).toEqual(new Set(places.keys()))
      expect(Math.min(...[...changed.values()].map((it) => it.length))).toBeGreaterThan(VISIBLE)
    })
  })

  describe('its label', () => {
    const inkOn = (picture: MapPicture): Point[] => findPixels(picture, (color) => inkOf(color) > 0.3)

    it.each<[string, Rgb]>([
      ['crimson', [220, 20, 60]],
      ['#0066cc', [0, 102, 204]],
    ])('is written in the labelColor %s', async (labelColor, expected) => {
      const count = async (edge: Partial<MapEdge>): Promise<number> => {
        const picture = await bent({ label: 'SQL', labelSize: 24, color: 'black', ...edge })
        return pixelsOf(picture, expected).length
      }
      expect(await count({ labelColor })).toBeGreaterThan(VISIBLE)
      expect(await count({})).toBe(0)
    })

    it("is written in the theme's colour without a labelColor, beside a line of any color", async () => {
      const picture = await bent({ label: 'SQL', labelSize: 24, color: INK })
      const { x, y } = pointAt(picture.edge.path, 0.5)
      const onLabel = (it: Point): boolean => Math.abs(it.x - x) < 20 && Math.abs(it.y - y) < 10
      const muted = rgbOf(themes.light.canvasMutedText)
      expect(pixelsOf(picture, muted).filter(onLabel).length).toBeGreaterThan(VISIBLE)
      expect(inkOn(picture).filter(onLabel)).toEqual([])
    })

    it.each(labelFonts)('is centred on the line in the font %s', async (labelFont) => {
      const picture = await bent({ label: 'SQL', labelFont, labelColor: INK, labelSize: 14 })
      const { x, y, width, height } = boundingBox(inkOn(picture))
      expect(distanceBetween({ x: x + width / 2, y: y + height / 2 }, pointAt(picture.edge.path, 0.5))).toBeLessThan(3)
    })

    it('grows with its labelSize', async () => {
      const sizes = [6, 10, 24, 48]
      const heights: number[] = []
      for (const labelSize of sizes) {
        const edge = { label: 'HTH', labelFont: 'sans', labelColor: INK, labelSize } as const
        heights.push(boundingBox(inkOn(await bent(edge))).height + 1)
      }

      const capitals = (heights.at(-1) ?? 0) / 48
      expect(capitals).toBeGreaterThan(0.6)
      expect(capitals).toBeLessThan(0.85)
      for (const [index, size] of sizes.entries()) expect(Math.abs(heights[index]! - size * capitals)).toBeLessThan(1.5)
    })

    it.each(pairsOf(labelFonts))('looks different in %s and %s', async (one, other) => {
      const label = 'reads'
      const [first, second] = [await bent({ label, labelFont: one }), await bent({ label, labelFont: other })]
      expect(pixelDifference(first.png, second.png)).toBeGreaterThan(VISIBLE)
    })
  })

  describe('its arrowheads', () => {
    const SCALE = 2
    const outwards: Record<Side, Point> = {
      left: { x: -1, y: 0 },
      right: { x: 1, y: 0 },
      top: { x: 0, y: -1 },
      bottom: { x: 0, y: 1 },
    }

    /** Sum of the ink in a row of pixels, `distance` px outside a card's side and near a point of it. */
    function inkBeside(picture: MapPicture, at: Point, side: Side, distance: number): number {
      const { x, y } = outwards[side]
      let ink = 0
      for (let along = -10; along < 10; along += 1 / SCALE) {
        const [out, aside] = [distance + 0.5 / SCALE, along + 0.5 / SCALE]
        ink += inkOf(colorAt(picture, { x: at.x + x * out + y * aside, y: at.y + y * out + x * aside }))
      }
      return ink
    }

    describe.each<[Side, Side, Point]>([
      ['left', 'right', { x: 300, y: 60 }],
      ['right', 'left', { x: -300, y: -60 }],
      ['top', 'bottom', { x: 60, y: 200 }],
      ['bottom', 'top', { x: -60, y: -200 }],
    ])('on the %s of its target and the %s of its source', (targetSide, sourceSide, place) => {
      const nodes = [
        { id: 'a', x: 0, y: 0 },
        { id: 'd', ...place },
      ]

      it.each(lineKinds)('touch both cards and cover neither, with the line %s', async (line) => {
        const edge: MapEdge = { source: 'a', target: 'd', line, arrow: 'both', color: INK, animated: false }
        const bare = await pictureFor(mapOf(nodes), { scale: String(SCALE) })
        const picture = await pictureFor(mapOf(nodes, [edge]), { scale: String(SCALE) })
        if (!picture.edge) throw new Error('the map has no edge')
        const { ends, source, target } = picture.edge

        expect(ends).toMatchObject({ sourceSide, targetSide })
        for (const [card, tip, side] of [
          [source, ends.source, sourceSide],
          [target, ends.target, targetSide],
        ] as const) {
          expect(crop(picture, card.rect).data.equals(crop(bare, card.rect).data)).toBe(true)
          expect(inkBeside(picture, tip, side, 0)).toBeGreaterThan(0.2)
          expect(inkBeside(picture, tip, side, 0)).toBeLessThan(1.5)
          expect(inkBeside(picture, tip, side, 6)).toBeGreaterThan(5 * SCALE)
        }
      })
    })
  })
})

describe('a node in a picture', () => {
  /** A map with the node between two fixed cards, which keep the layout. */
  function nodeMap(node: Partial<MapNode>): ArchitectureMap {
    return mapOf([
      { id: 'first', x: 0, y: 0 },
      { id: 'n', x: 100, y: 100, ...node },
      { id: 'last', x: 400, y: 300 },
    ])
  }

  /** The picture without its frame, which shows costs too. */
  async function cardsOf(node: Partial<MapNode>): Promise<PNG> {
    return crop(await pictureFor(nodeMap(node)), { x: 0, y: 0, width: 544, height: 347 })
  }

  const values: Values<MapNode> = {
    id: [{ id: 'm' }, { id: '数据库' }],
    label: [{ label: 'Orders' }, { label: 'Заказы' }, { label: 'long '.repeat(100) }],
    tech: [{ tech: 'PostgreSQL 18' }, { tech: 'حاوية' }],
    spend: [{ spend: 0 }, { spend: -12.5 }, { spend: 2400 }, { spend: 1e9 }, { spend: 1e300 }],
    currency: currencies.filter((it) => it !== nodeDefaults.currency).map((currency) => ({ currency })),
    billing: [...billingKinds.map((it) => ({ billing: [it] })), { billing: [...billingKinds] }],
    x: [{ x: 130 }, { x: 101 }],
    y: [{ y: 130 }, { y: 101 }],
  }

  it.each(Object.values(values).flat())('looks different with %j', async (node: Partial<MapNode>) => {
    const spend = 'currency' in node ? { spend: 1200 } : {}
    expect(pixelDifference(await cardsOf(spend), await cardsOf({ ...spend, ...node }))).toBeGreaterThan(VISIBLE)
  })

  it.each<[string, Partial<MapNode>, Partial<MapNode>]>([
    ['currency', { spend: 1200 }, { spend: 1200, currency: nodeDefaults.currency }],
    ['label', {}, { label: '' }],
    ['tech', {}, { tech: '' }],
    ['billing', {}, { billing: [] }],
    ['currency without a spend', {}, { currency: 'EUR' }],
  ])('looks the same with and without an empty value: %s', async (_field, without, withField) => {
    expect((await cardsOf(withField)).data.equals((await cardsOf(without)).data)).toBe(true)
  })

  const billings = [...billingKinds.map((it) => [it]), ['seat', 'usage'], ['usage', 'seat'], billingKinds]
  it.each<[string, Partial<MapNode>[]]>([
    ['currency', currencies.map((currency) => ({ spend: 1200, currency }))],
    ['spend', [-1200, -0.5, 0, 0.5, 1200, 1201, 1_200_000, 1e15, 1e300].map((spend) => ({ spend }))],
    ['billing', billings.map((it) => ({ billing: [...it] as NonNullable<MapNode['billing']> }))],
  ])('shows a difference between any two values of %s', async (_field, nodes) => {
    const pictures: PNG[] = []
    for (const node of nodes) pictures.push(await cardsOf(node))
    for (const [one, other] of pairsOf(pictures)) expect(pixelDifference(one, other)).toBeGreaterThan(4)
  })

  it('shows each kind of billing once', async () => {
    const [once, twice] = [await cardsOf({ billing: ['seat'] }), await cardsOf({ billing: ['seat', 'seat'] })]
    expect(twice.data.equals(once.data)).toBe(true)
  })

  it.each([
    { x: 300, y: 0 },
    { x: 0, y: 90 },
    { x: 200, y: 77 },
    { x: -333, y: -111 },
  ])('is at its position: $x, $y', async ({ x, y }) => {
    const nodes = [
      { id: 'a', tech: 'Redis', x: 10, y: 20 },
      { id: 'd', tech: 'nginx', x: 10 + x, y: 20 + y },
    ]
    const picture = await pictureFor(mapOf(nodes), { legend: 'false' })
    const { store, edge } = themes.light.roles
    const [from, to] = [store, edge].map((accent) => boundingBox(pixelsOf(picture, rgbOf(accent))))
    expect({ x: to!.x - from!.x, y: to!.y - from!.y }).toEqual({ x, y })
  })

  it.each<[string | undefined, string]>([
    ['nginx', themes.light.roles.edge],
    ['PostgreSQL 18', themes.light.roles.store],
    ['Kafka', themes.light.roles.queue],
    ['our own', themes.light.roles.other],
    [undefined, themes.light.roles.other],
  ])('has the color of its role: %s', async (tech, color) => {
    const picture = await pictureFor(nodeMap({ label: 'Orders', ...(tech !== undefined && { tech }) }))
    expect(colorAt(picture, { x: 102, y: 120 })).toEqual(rgbOf(color))
  })

  it('shows the icon of its technology unless icons is false', async () => {
    const node = nodeMap({ label: 'Orders', tech: 'TypeScript' })
    const inked = async (icons: boolean): Promise<number> => {
      const picture = await pictureFor(node, { icons: String(icons) })
      return pixelsOf(picture, rgbOf(themes.light.roles.service)).length
    }
    expect(await inked(true)).toBeGreaterThan((await inked(false)) + 100)
  })

  it('shows its id only without a label', async () => {
    const cards = async (node: Partial<MapNode>): Promise<Buffer> => (await cardsOf(node)).data
    expect(await cards({ id: 'a' })).toEqual(await cards({ id: 'a', label: 'a' }))
    expect(await cards({ id: 'a' })).not.toEqual(await cards({ id: 'k' }))
    expect(await cards({ id: 'a', label: 'Orders' })).toEqual(await cards({ id: 'k', label: 'Orders' }))
  })
})
