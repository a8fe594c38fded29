import { type ArchitectureMap, edgeDefaults } from '@maps/shared/map'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hostileMaps } from '../../test/maps/hostile-maps.ts'
import { boardOf } from '../../test/maps/map-board.ts'
import { largeMap, mapOf, shopMap } from '../../test/maps/sample-map.ts'
import { createFakeFigma, type FakeNode, startPlugin } from './fake-figma.ts'

type Json = Record<string, unknown>

async function exportOf(map: ArchitectureMap): Promise<Json> {
  return JSON.parse(String(await boardOf(map)))
}

interface FileNode {
  id: string
  characters: string
  absoluteBoundingBox: { x: number; y: number; width: number; height: number }
  children: FileNode[]
  strokes: Json[]
  connectorStart: Json
  [key: string]: unknown
}

function sectionOf(file: Json): FileNode {
  const document = file.document as FileNode
  return document.children[0]?.children[0] as FileNode
}

async function imported(map: ArchitectureMap) {
  const file = await exportOf(map)
  const plugin = startPlugin()
  await plugin.send({ type: 'read', file })
  const told = await plugin.send({ type: 'import' })
  const section = plugin.page.children[0] as FakeNode
  const nodes = section.children
  return {
    ...{ plugin, file, told, section },
    shapes: nodes.filter((it) => it.type === 'SHAPE_WITH_TEXT'),
    connectors: nodes.filter((it) => it.type === 'CONNECTOR'),
  }
}

const lineTypes = { bezier: 'CURVED', smoothstep: 'ELBOWED', step: 'ELBOWED', straight: 'STRAIGHT' }
const lines = ['bezier', 'smoothstep', 'step', 'straight'] as const
const arrows = ['none', 'end', 'both'] as const

/** Every line with every arrow, dashed and not, between four nodes, to no node, and from a node to itself. */
function wovenMap(): ArchitectureMap {
  const ends = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'c'],
    ['a', 'nobody'],
    ['someone', 'nobody'],
    ['d', 'd'],
  ] as const
  const edges = ends.flatMap(([source, target], row) =>
    lines.flatMap((line) =>
      arrows.map((arrow, column) => ({
        ...{ source, target, line, arrow, dashed: (row + column) % 2 === 0, color: '#336699' },
        label: column === 0 ? '' : `${line} ${arrow}`,
      })),
    ),
  )
  return mapOf(
    ['a', 'b', 'c', 'd'].map((id) => ({ id, label: `Node ${id}` })),
    edges,
    'Woven',
  )
}

function manyNodes(count: number): ArchitectureMap {
  const nodes = Array.from({ length: count }, (_, index) => ({ id: `n${index}`, label: `Node ${index}` }))
  const edges = nodes.slice(1).map(({ id }, index) => ({ source: `n${index >> 1}`, target: id }))
  return mapOf(nodes, edges, 'Many')
}

describe('FigJam importer', () => {
  it.each([
    ['a shop', shopMap()],
    ['an empty map', mapOf([])],
    ['dangling edges, self loops and every line', wovenMap()],
    ['300 nodes', manyNodes(300)],
  ])('makes of the export what the map has: %s', async (_name, map) => {
    const { section, shapes, connectors, told } = await imported(map)

    const ids = new Set([...map.nodes.map((it) => it.id), ...map.edges.flatMap((it) => [it.source, it.target])])
    expect(section).toMatchObject({ type: 'SECTION', name: map.name })
    expect(shapes.map((it) => it.name).sort()).toEqual([...ids].sort())
    for (const { id, label } of map.nodes) {
      const text = shapes.find((it) => it.name === id)?.text.characters
      if (label) expect(text?.split('\n')[0]).toBe(label)
    }
    const nameOf = new Map(shapes.map((it) => [it.id, it.name]))
    expect(
      connectors.map((it) => ({
        source: nameOf.get(it.connectorStart.endpointNodeId),
        target: nameOf.get(it.connectorEnd.endpointNodeId),
        label: it.text.characters,
        line: it.connectorLineType,
        caps: [it.connectorStartStrokeCap, it.connectorEndStrokeCap],
        isDashed: it.dashPattern.length > 0,
      })),
    ).toEqual(
      map.edges.map((it) => ({
        source: it.source,
        target: it.target,
        label: it.label ?? '',
        line: lineTypes[it.line ?? edgeDefaults.line],
        caps: {
          none: ['NONE', 'NONE'],
          end: ['NONE', 'ARROW_LINES'],
          both: ['ARROW_LINES', 'ARROW_LINES'],
        }[it.arrow ?? edgeDefaults.arrow],
        isDashed: it.dashed ?? edgeDefaults.dashed,
      })),
    )
    expect(told.at(-1)).toEqual({ type: 'done', shapes: ids.size, connectors: map.edges.length })
  })

  it('gives every node the place, size, paints and ends that the file names', async () => {
    const { file, section, shapes, connectors } = await imported(shopMap())

    const { absoluteBoundingBox: frame, children } = sectionOf(file)
    const paint = (it: unknown): unknown => {
      const { color } = (it as { color: Json }[])[0] ?? { color: {} }
      const { a, ...rgb } = color
      return [{ type: 'SOLID', color: rgb, opacity: a }]
    }
    expect([section.width, section.height]).toEqual([frame.width, frame.height])
    expect(section.fills).toEqual(paint(sectionOf(file).fills))
    const [fileShapes, fileConnectors] = [children.slice(0, 10), children.slice(10)]
    expect(shapes.map((it) => [it.x, it.y, it.width, it.height, it.fills, it.strokes, it.dashPattern])).toEqual(
      fileShapes.map(({ absoluteBoundingBox: box, fills, strokes, strokeDashes = [] }) => [
        ...[box.x - frame.x, box.y - frame.y, box.width, box.height],
        ...[paint(fills), paint(strokes), strokeDashes],
      ]),
    )
    const ids = new Map(fileShapes.map((it, index) => [it.id, shapes[index]?.id]))
    expect(connectors.map((it) => [it.connectorStart, it.strokes, it.strokeWeight])).toEqual(
      fileConnectors.map(({ connectorStart, strokes, strokeWeight }) => [
        { ...connectorStart, endpointNodeId: ids.get(String(connectorStart.endpointNodeId)) },
        ...[paint(strokes), strokeWeight],
      ]),
    )
  })

  it('takes all that the export makes', async () => {
    await fc.assert(
      fc.asyncProperty(hostileMaps({ nodes: 6, edges: 8 }), async (map) => {
        const { told, connectors } = await imported(map)

        expect(told.at(-1)).toMatchObject({ type: 'done' })
        expect(connectors).toHaveLength(map.edges.length)
      }),
      { numRuns: 40 },
    )
  })

  it('takes a file that leaves out what would make it too large', async () => {
    const edges = Array.from({ length: 10_000 }, (_, index) => ({ source: `from ${index}`, target: `to ${index}` }))
    const { file, told, connectors } = await imported(mapOf([{ id: 'a' }], edges))

    expect(file.leftOut).toHaveLength(3)
    expect(told.at(-1)).toEqual({ type: 'done', shapes: 2, connectors: 10_000 })
    const ends = connectors.flatMap((it) => [it.connectorStart.endpointNodeId, it.connectorEnd.endpointNodeId])
    expect(new Set(ends).size).toBe(1)
  }, 60_000)

  it('takes texts of the greatest length that a map has', async () => {
    const { told } = await imported(largeMap(30, 40))

    expect(told.at(-1)).toEqual({ type: 'done', shapes: 30, connectors: 40 })
  })

  it('keeps how much shows through a colour, and the ground under a label', async () => {
    const edge = { source: 'a', target: 'a', color: '#33669980', label: 'SQL' }
    const { file, connectors } = await imported(mapOf([{ id: 'a' }], [edge]))

    const background = sectionOf(file).children[1]?.textBackground as { fills: { color: Json }[] }
    const { a, ...color } = background.fills[0]?.color ?? {}
    expect(connectors[0]?.strokes).toMatchObject([
      { color: { r: 0.2, g: 0.4, b: 0.6 }, opacity: expect.closeTo(0.5, 2) },
    ])
    expect(connectors[0]?.textBackground.fills).toEqual([{ type: 'SOLID', color, opacity: a }])
  })

  it.each([
    ['beside each other', { x: 400, y: 0 }, { x: 1, y: 0.5 }, { x: 0, y: 0.5 }],
    ['below each other', { x: 0, y: 400 }, { x: 0.5, y: 1 }, { x: 0.5, y: 0 }],
  ])(
    'holds a straight connector at a side by a place, for Figma gives it no side: %s',
    async (_how, at, start, end) => {
      const nodes = [
        { id: 'a', x: 0, y: 0 },
        { id: 'b', ...at },
      ]
      const { shapes, connectors } = await imported(mapOf(nodes, [{ source: 'a', target: 'b', line: 'straight' }]))

      const [a, b] = shapes as [FakeNode, FakeNode]
      expect(connectors[0]).toMatchObject({
        connectorStart: { endpointNodeId: a.id, position: { x: a.width * start.x, y: a.height * start.y } },
        connectorEnd: { endpointNodeId: b.id, position: { x: b.width * end.x, y: b.height * end.y } },
      })
    },
  )

  it('leaves the text of a connector without a label alone', async () => {
    const { connectors } = await imported(mapOf([{ id: 'a' }], [{ source: 'a', target: 'a' }]))

    expect(connectors[0]?.text).toMatchObject({ characters: '', fontSize: 16, fills: [] })
  })

  it('writes dark on light in one size, labels too', async () => {
    const { shapes, connectors } = await imported(shopMap())

    const texts = [...shapes, ...connectors].map((it) => it.text).filter((it) => it.characters !== '')
    expect(texts).toHaveLength(14)
    for (const text of texts) {
      expect(text).toMatchObject({ fontName: { family: 'Inter', style: 'Medium' }, fontSize: 12 })
      expect(text.fills).toMatchObject([{ color: { r: expect.closeTo(0.06, 2) } }])
    }
  })

  it('selects what it made, shows it, and makes it one step to undo', async () => {
    const { plugin, section } = await imported(shopMap())

    expect(plugin.page.selection).toEqual([section])
    expect(plugin.zoomedTo).toEqual([section])
    expect(plugin.undo.steps).toBe(1)
  })

  it('puts the first map into the middle of the view and the next one right of it', async () => {
    const { plugin, section } = await imported(shopMap())
    await plugin.send({ type: 'import' })

    const next = plugin.page.children[1] as FakeNode
    expect(section.x + section.width / 2).toBeCloseTo(1000, -1)
    expect(next.x).toBeGreaterThan(section.x + section.width)
    expect(Math.abs(next.y - section.y)).toBeLessThanOrEqual(1)
  })

  it('says what it read before it makes anything', async () => {
    const plugin = startPlugin()

    const told = await plugin.send({ type: 'read', file: await exportOf(shopMap()) })

    expect(told).toEqual([{ type: 'ready', name: 'Shop & Co: #1 architecture', shapes: 10, connectors: 7 }])
    expect(plugin.page.children).toEqual([])
  })

  it('tells how far it is, often enough for the editor to stay alive', async () => {
    const { told } = await imported(manyNodes(300))

    const progress = told.filter((it) => it.type === 'progress').map((it) => Number(it.done))
    expect(progress.length).toBeGreaterThan(10)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(told[0]).toMatchObject({ type: 'progress', done: 0, total: 599 })
  })

  it('leaves nothing behind when it is cancelled', async () => {
    const plugin = startPlugin({
      onTold: ({ type, done }) => void (type === 'progress' && done === 320 && plugin.send({ type: 'cancel' })),
    })
    await plugin.send({ type: 'read', file: await exportOf(manyNodes(300)) })

    const told = await plugin.send({ type: 'import' })

    expect(told.at(-1)).toEqual({ type: 'cancelled' })
    expect([...plugin.nodes.values()]).toEqual([plugin.page])
    expect(plugin.undo.steps).toBe(0)
  })

  it('can import again after it was cancelled', async () => {
    let isFirst = true
    const plugin = startPlugin({
      onTold({ type }) {
        if (type === 'progress' && isFirst) void plugin.send({ type: 'cancel' })
        isFirst &&= type !== 'progress'
      },
    })
    await plugin.send({ type: 'read', file: await exportOf(shopMap()) })
    await plugin.send({ type: 'import' })

    const told = await plugin.send({ type: 'import' })

    expect(told.at(-1)).toMatchObject({ type: 'done' })
    expect(plugin.page.children).toHaveLength(1)
  })

  it('imports once when it is asked twice', async () => {
    const plugin = startPlugin()
    await plugin.send({ type: 'read', file: await exportOf(shopMap()) })

    await Promise.all([plugin.send({ type: 'import' }), plugin.send({ type: 'import' })])

    expect(plugin.told.filter((it) => it.type === 'done')).toHaveLength(1)
    expect(plugin.page.children).toHaveLength(1)
  })

  it('leaves nothing behind when its window is closed halfway', async () => {
    const plugin = startPlugin({ onTold: ({ done }) => void (done === 80 && plugin.close()) })
    await plugin.send({ type: 'read', file: await exportOf(manyNodes(300)) })

    await plugin.send({ type: 'import' })

    expect([...plugin.nodes.values()]).toEqual([plugin.page])
  })

  it('keeps what it made when its window is closed afterwards', async () => {
    const { plugin, section } = await imported(shopMap())

    plugin.close()

    expect(plugin.page.children).toEqual([section])
  })

  it.each([
    [
      'Figma has no more room',
      {
        beforeNode(count: number) {
          if (count === 14) throw new Error('out of memory')
        },
      },
      'Figma refused the import, and nothing of it was kept: out of memory',
    ],
    [
      'the font is missing',
      { fonts: [] },
      'Figma refused the import, and nothing of it was kept: The font "Inter Medium" could not be loaded',
    ],
  ])('removes what it made and says why when %s', async (_case, options, message) => {
    const plugin = startPlugin(options)
    await plugin.send({ type: 'read', file: await exportOf(shopMap()) })

    const told = await plugin.send({ type: 'import' })

    expect(told.at(-1)).toEqual({ type: 'failed', message })
    expect([...plugin.nodes.values()]).toEqual([plugin.page])
    expect(plugin.undo.steps).toBe(0)
  })

  it('gives up when the user deletes the section meanwhile', async () => {
    const plugin = startPlugin({ onTold: ({ done }) => void (done === 80 && plugin.page.children[0]?.remove()) })
    await plugin.send({ type: 'read', file: await exportOf(manyNodes(300)) })

    const told = await plugin.send({ type: 'import' })

    expect(told.at(-1)).toMatchObject({ type: 'failed', message: expect.stringContaining('does not exist') })
    expect([...plugin.nodes.values()]).toEqual([plugin.page])
  })

  const notOurs = 'This is not a FigJam export of Maps Service: choose the file that an export as “figma” gave you.'
  it.each([null, 7, 'text', [], {}, { editorType: 'figma', document: {} }, { editorType: 'figjam', maps: {} }])(
    'does not take %j for an export',
    async (file) => {
      const plugin = startPlugin()

      expect(await plugin.send({ type: 'read', file })).toEqual([{ type: 'failed', message: notOurs }])
    },
  )

  it('does not take a FigJam file that Figma itself answered for an export', async () => {
    const { maps: _maps, ...file } = await exportOf(shopMap())

    expect(await startPlugin().send({ type: 'read', file })).toEqual([{ type: 'failed', message: notOurs }])
  })

  const web = 'item 1 of the section (“web”)'
  const checkout = 'item 11 of the section (“web → api”)'
  it.each<[what: string, spoil: (section: FileNode, shape: FileNode, connector: FileNode) => void, message: string]>([
    ['no name', (section) => void (section.name = 5), 'the section, name must be a text of at most 10000 characters'],
    ['no children', (section) => void Object.assign(section, { children: {} }), 'the section, children must be a list'],
    [
      'a flat section',
      (section) => void (section.absoluteBoundingBox.height = 0),
      'the section, absoluteBoundingBox.height must be a number from 0.01 to 10000000',
    ],
    [
      'a child that is none',
      (section) => void Object.assign(section.children, [null]),
      'item 1 of the section must be an object',
    ],
    [
      'a strange child',
      (_section, shape) => void (shape.type = 'STICKY'),
      `${web}, type must be one of SHAPE_WITH_TEXT, CONNECTOR`,
    ],
    [
      'a shape of no size',
      (_section, shape) => void (shape.absoluteBoundingBox.width = 0),
      `${web}, absoluteBoundingBox.width must be a number from 0.01 to 10000000`,
    ],
    [
      'a shape too far away',
      (_section, shape) => void (shape.absoluteBoundingBox.x = 1e300),
      `${web}, absoluteBoundingBox.x must be a number from -10000000 to 10000000`,
    ],
    [
      'a strange shape',
      (_section, shape) => void (shape.shapeType = 'STAR'),
      `${web}, shapeType must be one of ROUNDED_RECTANGLE`,
    ],
    [
      'a text that is a list',
      (_section, shape) => void Object.assign(shape, { characters: ['a'] }),
      `${web}, characters must be a text of at most 10000 characters`,
    ],
    [
      'a text without end',
      (_section, shape) => void (shape.characters = 'x'.repeat(10_001)),
      `${web}, characters must be a text of at most 10000 characters`,
    ],
    [
      'a colour out of range',
      (_section, shape) => void Object.assign(shape.strokes[0]?.color as Json, { r: 1.5 }),
      `${web}, strokes[0].color.r must be a number from 0 to 1`,
    ],
    [
      'a paint that is a picture',
      (_section, shape) => void Object.assign(shape.strokes[0] as Json, { type: 'IMAGE' }),
      `${web}, strokes[0].type must be one of SOLID`,
    ],
    [
      'dashes that are words',
      (_section, shape) => void (shape.strokeDashes = ['long']),
      `${web}, strokeDashes[0] must be a number from 0 to 1000`,
    ],
    [
      'two shapes of one id',
      (section, shape) => void Object.assign(section.children[1] as FileNode, { id: shape.id }),
      'item 2 of the section (“api”), id must be an id that no other shape has',
    ],
    [
      'an end that does not exist',
      (_section, _shape, { connectorStart }) => void (connectorStart.endpointNodeId = '2:99'),
      `${checkout}, connectorStart.endpointNodeId must be the id of a shape in the file`,
    ],
    [
      'no end',
      (_section, _shape, connector) => void (connector.connectorEnd = undefined),
      `${checkout}, connectorEnd must be an object`,
    ],
    [
      'an end at no side',
      (_section, _shape, { connectorStart }) => void (connectorStart.magnet = 'AUTO'),
      `${checkout}, connectorStart.magnet must be one of LEFT, RIGHT, TOP, BOTTOM`,
    ],
    [
      'an end at no place',
      (_section, _shape, { connectorStart }) => void Object.assign(connectorStart, { magnet: undefined, position: {} }),
      `${checkout}, connectorStart.position.x must be a number from -10000000 to 10000000`,
    ],
    [
      'a strange cap',
      (_section, _shape, connector) => void (connector.connectorEndStrokeCap = '__proto__'),
      `${checkout}, connectorEndStrokeCap must be one of NONE, LINE_ARROW`,
    ],
    [
      'a strange line',
      (_section, _shape, connector) => void (connector.connectorLineType = 'WAVY'),
      `${checkout}, connectorLineType must be one of CURVED, ELBOWED, STRAIGHT`,
    ],
  ])('names the place of %s, and imports nothing', async (_what, spoil, message) => {
    const file = await exportOf(shopMap())
    const section = sectionOf(file)
    spoil(section, section.children[0] as FileNode, section.children[10] as FileNode)
    const plugin = startPlugin()
    await plugin.send({ type: 'read', file: await exportOf(shopMap()) })

    expect(await plugin.send({ type: 'read', file })).toEqual([
      { type: 'failed', message: `This file cannot be imported: ${message}.` },
    ])
    expect(await plugin.send({ type: 'import' })).toEqual([])
    expect(plugin.page.children).toEqual([])
  })
})

describe('FigJam importer manifest', () => {
  it('asks for FigJam alone, and for no network', () => {
    const manifest = JSON.parse(readFileSync(new URL('manifest.json', import.meta.url), 'utf8'))

    expect(manifest).toMatchObject({
      ...{ api: '1.0.0', editorType: ['figjam'], main: 'code.js', ui: 'ui.html', documentAccess: 'dynamic-page' },
      networkAccess: { allowedDomains: ['none'] },
    })
  })
})

describe('fake of the plugin API', () => {
  const white = [{ type: 'SOLID', color: { r: 1, g: 1, b: 1 } }]
  type Try = (shape: FakeNode, connector: FakeNode, figma: ReturnType<typeof createFakeFigma>['figma']) => unknown

  it.each<[what: string, refused: Try, message: string]>([
    ['a text in a font that is not loaded', (it) => (it.text.characters = 'a'), 'unloaded font'],
    ['a font that is not loaded', (it) => (it.text.fontName = { family: 'Inter', style: 'Bold' }), 'unloaded font'],
    ['a cap of the REST API', (_, it) => (it.connectorEndStrokeCap = 'LINE_ARROW'), 'Invalid enum value LINE_ARROW'],
    ['a line type of the map', (_, it) => (it.connectorLineType = 'bezier'), 'Invalid enum value bezier'],
    [
      'a side of a straight connector',
      (shape, it) => {
        it.connectorLineType = 'STRAIGHT'
        it.connectorStart = { endpointNodeId: shape.id, magnet: 'LEFT' }
      },
      'Invalid enum value LEFT',
    ],
    [
      'an end at no node',
      (_, it) => (it.connectorStart = { endpointNodeId: '9:9', magnet: 'LEFT' }),
      'node 9:9 does not exist',
    ],
    [
      'an end at a removed node',
      (shape, it) => {
        shape.remove()
        it.connectorStart = { endpointNodeId: shape.id, magnet: 'LEFT' }
      },
      'does not exist',
    ],
    ['a colour out of range', (it) => (it.fills = [{ ...white[0], color: { r: 255, g: 0, b: 0 } }]), 'from 0 to 1'],
    ['a colour with an alpha', (it) => (it.fills = [{ ...white[0], color: { r: 1, g: 0, b: 0, a: 1 } }]), "'a'"],
    ['a size below the least', (it) => it.resize(0, 10), 'from 0.01'],
    ['a property of the REST API', (it) => Object.assign(it, { strokeDashes: [1] }), "'strokeDashes'"],
    ['a property that is read only', (it) => Object.assign(it, { width: 5 }), "'width'"],
    ['what only Figma Design has', (_, _it, figma) => Reflect.get(figma, 'createFrame'), "'createFrame'"],
  ])('refuses %s', (_what, refused, message) => {
    const { figma } = createFakeFigma()
    const [shape, connector] = [figma.createShapeWithText(), figma.createConnector()]

    expect(() => refused(shape, connector, figma)).toThrow(message)
  })
})
