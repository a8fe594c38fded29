import type { ArchitectureMap } from '@maps/shared/map'
import { edgeDefaults } from '@maps/shared/map-values'
import { MAX_DISTANCE } from '@maps/shared/positions'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hostileMaps } from '../../test/maps/hostile-maps.ts'
import { exportFigma } from '../../test/maps/figma-export.ts'
import { largeMap, mapOf, shopMap } from '../../test/maps/sample-map.ts'
import { createFakeFigma, type FakeNode, startPlugin } from './fake-figma.ts'

type Json = Record<string, unknown>

async function exportOf(map: ArchitectureMap): Promise<Json> {
  return JSON.parse(String(await exportFigma(map)))
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

/** Starts the plugin and has it read the export of a map. */
async function openExport(map: ArchitectureMap, options?: Parameters<typeof startPlugin>[0]) {
  const file = await exportOf(map)
  const plugin = startPlugin(options)
  await plugin.send({ type: 'read', file })
  return { ...plugin, file }
}

/** Imports the export of a map. */
async function importExport(map: ArchitectureMap) {
  const plugin = await openExport(map)
  const messages = await plugin.send({ type: 'import' })
  const section = plugin.page.children[0] as FakeNode
  const nodes = section.children
  return {
    ...{ plugin, file: plugin.file, messages, section },
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

/** Sets the value at a path such as `strokes[0].color.r`. */
function setAt(object: object, path: string, value: unknown): void {
  const keys = path.split(/\W+/).filter(Boolean)
  const parent = keys.slice(0, -1).reduce<object>((it, key) => Reflect.get(it, key), object)
  Reflect.set(parent, keys.at(-1)!, value)
}

describe('FigJam importer', () => {
  it.each([
    ['a shop', shopMap()],
    ['an empty map', mapOf([])],
    ['dangling edges, self loops and every line', wovenMap()],
    ['300 nodes', manyNodes(300)],
  ])('creates the shapes and connectors of the map: %s', async (_name, map) => {
    const { section, shapes, connectors, messages } = await importExport(map)
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
    expect(messages.at(-1)).toEqual({ type: 'done', shapes: ids.size, connectors: map.edges.length })
  })

  it('gives every node the position, size, paints and ends in the file', async () => {
    const { file, section, shapes, connectors } = await importExport(shopMap())
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

  it('puts the services of a zone into a section of their own, where they are in the file', async () => {
    const nodes = ['a-b-1', 'a-b-2', 'a-b-3', 'a-c', 'web'].map((id) => ({ id }))
    const edges = nodes.slice(0, 4).map(({ id }) => ({ source: 'web', target: id }))
    const file = JSON.parse(String(await exportFigma(mapOf(nodes, edges), { groups: 'prefix' })))
    const plugin = startPlugin()
    await plugin.send({ type: 'read', file })
    const messages = await plugin.send({ type: 'import' })
    expect(messages.at(-1)).toEqual({ type: 'done', shapes: 5, connectors: 4 })
    const root = plugin.page.children[0]!
    const outer = root.children.find((it) => it.type === 'SECTION')!
    const inner = outer.children.find((it) => it.type === 'SECTION')!
    expect([outer.name, inner.name]).toEqual(['a', 'b'])
    expect(inner.children.map((it) => it.name).sort()).toEqual(['a-b-1', 'a-b-2', 'a-b-3'])
    const { absoluteBoundingBox: frame, children } = sectionOf(file)
    const zone = children[0]!
    const shape = zone.children[0]!.children[0]!
    const drawn = inner.children.find((it) => it.name === shape.name)!
    expect([outer.x, outer.y]).toEqual([zone.absoluteBoundingBox.x - frame.x, zone.absoluteBoundingBox.y - frame.y])
    expect(outer.x + inner.x + drawn.x).toBeCloseTo(shape.absoluteBoundingBox.x - frame.x)
  })

  it('refuses sections in sections without end', async () => {
    const file = await exportOf(shopMap())
    const deep = (depth: number): Json => ({ ...sectionOf(file), children: depth === 0 ? [] : [deep(depth - 1)] })
    sectionOf(file).children = [deep(3)] as never
    const [message] = await startPlugin().send({ type: 'read', file })
    expect(message).toMatchObject({
      type: 'failed',
      message: expect.stringContaining('must be one of SHAPE_WITH_TEXT, CONNECTOR.'),
    })
  })

  it('takes the export of any map', async () => {
    await fc.assert(
      fc.asyncProperty(hostileMaps({ nodes: 6, edges: 8 }), async (map) => {
        const { messages, connectors } = await importExport(map)

        expect(messages.at(-1)).toMatchObject({ type: 'done' })
        expect(connectors).toHaveLength(map.edges.length)
      }),
      { numRuns: 40 },
    )
  })

  it.each([-1, 1])('takes a map with services pinned as far away as the API accepts, to %d', async (direction) => {
    const map = mapOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }], [{ source: 'a', target: 'b' }])
    const distance = direction * MAX_DISTANCE
    const ids = ['a', 'b'] as const
    const places = new Map(ids.map((id, index) => [id, { x: index === 0 ? distance : -distance, y: distance }]))
    const plugin = startPlugin()
    const file: unknown = JSON.parse(String(await exportFigma(map, {}, { places })))
    await plugin.send({ type: 'read', file })
    expect((await plugin.send({ type: 'import' })).at(-1)).toMatchObject({ type: 'done', shapes: 3 })
  })

  it('takes a file that leaves out what would make it too large', async () => {
    const edges = Array.from({ length: 10_000 }, (_, index) => ({ source: `from ${index}`, target: `to ${index}` }))
    const { file, messages, connectors } = await importExport(mapOf([{ id: 'a' }], edges))
    expect(file.leftOut).toHaveLength(3)
    expect(messages.at(-1)).toEqual({ type: 'done', shapes: 2, connectors: 10_000 })
    const ends = connectors.flatMap((it) => [it.connectorStart.endpointNodeId, it.connectorEnd.endpointNodeId])
    expect(new Set(ends).size).toBe(1)
  }, 60_000)

  it('takes texts of the greatest length that a map has', async () => {
    const { messages } = await importExport(largeMap(30, 40))
    expect(messages.at(-1)).toEqual({ type: 'done', shapes: 30, connectors: 40 })
  })

  it('keeps the opacity of a colour and the background of a label', async () => {
    const edge = { source: 'a', target: 'a', color: '#33669980', label: 'SQL' }
    const { file, connectors } = await importExport(mapOf([{ id: 'a' }], [edge]))
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
    'attaches a straight connector by a position, because Figma gives it no side: %s',
    async (_how, at, start, end) => {
      const nodes = [
        { id: 'a', x: 0, y: 0 },
        { id: 'b', ...at },
      ]
      const { shapes, connectors } = await importExport(mapOf(nodes, [{ source: 'a', target: 'b', line: 'straight' }]))
      const [a, b] = shapes as [FakeNode, FakeNode]
      expect(connectors[0]).toMatchObject({
        connectorStart: { endpointNodeId: a.id, position: { x: a.width * start.x, y: a.height * start.y } },
        connectorEnd: { endpointNodeId: b.id, position: { x: b.width * end.x, y: b.height * end.y } },
      })
    },
  )

  it('leaves the text of a connector without a label alone', async () => {
    const { connectors } = await importExport(mapOf([{ id: 'a' }], [{ source: 'a', target: 'a' }]))
    expect(connectors[0]?.text).toMatchObject({ characters: '', fontSize: 16, fills: [] })
  })

  it('writes all texts dark on light and in one size', async () => {
    const { shapes, connectors } = await importExport(shopMap())
    const texts = [...shapes, ...connectors].map((it) => it.text).filter((it) => it.characters !== '')
    expect(texts).toHaveLength(14)
    for (const text of texts) {
      expect(text).toMatchObject({ fontName: { family: 'Inter', style: 'Medium' }, fontSize: 12 })
      expect(text.fills).toMatchObject([{ color: { r: expect.closeTo(0.06, 2) } }])
    }
  })

  it('selects the new section, zooms to it, and adds one undo step', async () => {
    const { plugin, section } = await importExport(shopMap())
    expect(plugin.page.selection).toEqual([section])
    expect(plugin.zoomedTo).toEqual([section])
    expect(plugin.undo.steps).toBe(1)
  })

  it('puts the first map into the middle of the view and the next one right of it', async () => {
    const { plugin, section } = await importExport(shopMap())
    await plugin.send({ type: 'import' })
    const next = plugin.page.children[1] as FakeNode
    expect(section.x + section.width / 2).toBeCloseTo(1000, -1)
    expect(next.x).toBeGreaterThan(section.x + section.width)
    expect(Math.abs(next.y - section.y)).toBeLessThanOrEqual(1)
  })

  it('reports the content of a file before it creates nodes', async () => {
    const plugin = startPlugin()
    const messages = await plugin.send({ type: 'read', file: await exportOf(shopMap()) })
    expect(messages).toEqual([{ type: 'ready', name: 'Shop & Co: #1 architecture', shapes: 10, connectors: 7 }])
    expect(plugin.page.children).toEqual([])
  })

  it('reports its progress in more than ten messages, so that the editor stays responsive', async () => {
    const { messages } = await importExport(manyNodes(300))
    const progress = messages.filter((it) => it.type === 'progress').map((it) => Number(it.done))
    expect(progress.length).toBeGreaterThan(10)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(messages[0]).toMatchObject({ type: 'progress', done: 0, total: 599 })
  })

  it('leaves nothing behind when it is cancelled', async () => {
    const plugin = await openExport(manyNodes(300), {
      onMessage: ({ type, done }) => void (type === 'progress' && done === 320 && plugin.send({ type: 'cancel' })),
    })
    const messages = await plugin.send({ type: 'import' })
    expect(messages.at(-1)).toEqual({ type: 'cancelled' })
    expect([...plugin.nodes.values()]).toEqual([plugin.page])
    expect(plugin.undo.steps).toBe(0)
  })

  it('can import again after it was cancelled', async () => {
    let isFirst = true
    const plugin = await openExport(shopMap(), {
      onMessage({ type }) {
        if (type === 'progress' && isFirst) void plugin.send({ type: 'cancel' })
        isFirst &&= type !== 'progress'
      },
    })
    await plugin.send({ type: 'import' })
    const messages = await plugin.send({ type: 'import' })
    expect(messages.at(-1)).toMatchObject({ type: 'done' })
    expect(plugin.page.children).toHaveLength(1)
  })

  it('imports once for two simultaneous messages', async () => {
    const plugin = await openExport(shopMap())
    await Promise.all([plugin.send({ type: 'import' }), plugin.send({ type: 'import' })])
    expect(plugin.messages.filter((it) => it.type === 'done')).toHaveLength(1)
    expect(plugin.page.children).toHaveLength(1)
  })

  it('leaves nothing behind when its window is closed halfway', async () => {
    const plugin = await openExport(manyNodes(300), { onMessage: ({ done }) => void (done === 80 && plugin.close()) })
    await plugin.send({ type: 'import' })
    expect([...plugin.nodes.values()]).toEqual([plugin.page])
  })

  it('keeps its nodes when its window is closed afterwards', async () => {
    const { plugin, section } = await importExport(shopMap())
    plugin.close()
    expect(plugin.page.children).toEqual([section])
  })

  function throwAtNode(limit: number) {
    return (count: number) => {
      if (count === limit) throw new Error('out of memory')
    }
  }
  it.each([
    ['Figma has no more room', { beforeNode: throwAtNode(14) }, 'out of memory'],
    ['the font is missing', { fonts: [] }, 'The font "Inter Medium" could not be loaded'],
  ])('removes its nodes and reports why when %s', async (_case, options, reason) => {
    const plugin = await openExport(shopMap(), options)
    const messages = await plugin.send({ type: 'import' })
    const message = `Figma refused the import, and nothing of it was kept: ${reason}`
    expect(messages.at(-1)).toEqual({ type: 'failed', message })
    expect([...plugin.nodes.values()]).toEqual([plugin.page])
    expect(plugin.undo.steps).toBe(0)
  })

  it('gives up when the user deletes the section meanwhile', async () => {
    const plugin = await openExport(manyNodes(300), {
      onMessage: ({ done }) => void (done === 80 && plugin.page.children[0]?.remove()),
    })
    const messages = await plugin.send({ type: 'import' })
    expect(messages.at(-1)).toMatchObject({ type: 'failed', message: expect.stringContaining('does not exist') })
    expect([...plugin.nodes.values()]).toEqual([plugin.page])
  })

  const notAnExport = 'This is not a FigJam export of Maps Service: choose the file that an export as “figma” gave you.'
  it.each([null, 7, 'text', [], {}, { editorType: 'figma', document: {} }, { editorType: 'figjam', maps: {} }])(
    'does not take %j for an export',
    async (file) => {
      const plugin = startPlugin()
      expect(await plugin.send({ type: 'read', file })).toEqual([{ type: 'failed', message: notAnExport }])
    },
  )

  it('does not take a FigJam file of the REST API for an export', async () => {
    const { maps: _maps, ...file } = await exportOf(shopMap())
    expect(await startPlugin().send({ type: 'read', file })).toEqual([{ type: 'failed', message: notAnExport }])
  })

  const locations = {
    section: 'the section',
    shape: 'item 1 of the section (“web”)',
    connector: 'item 11 of the section (“web → api”)',
  }
  type Parts = Record<keyof typeof locations, FileNode>

  /** Damages the file of an export and has the plugin read it after the undamaged file. */
  async function expectRefusal(damage: (parts: Parts) => unknown, message: string): Promise<void> {
    const file = await exportOf(shopMap())
    const section = sectionOf(file)
    damage({ section, shape: section.children[0] as FileNode, connector: section.children[10] as FileNode })
    const plugin = await openExport(shopMap())
    expect(await plugin.send({ type: 'read', file })).toEqual([
      { type: 'failed', message: `This file cannot be imported: ${message}.` },
    ])
    expect(await plugin.send({ type: 'import' })).toEqual([])
    expect(plugin.page.children).toEqual([])
  }

  it.each<[what: string, part: keyof Parts, path: string, value: unknown, rule: string]>([
    ['no name', 'section', 'name', 5, 'must be a text of at most 10000 characters'],
    ['no children', 'section', 'children', {}, 'must be a list'],
    ['a flat section', 'section', 'absoluteBoundingBox.height', 0, 'must be a number from 0.01 to 30000000'],
    ['a strange child', 'shape', 'type', 'STICKY', 'must be one of SHAPE_WITH_TEXT, CONNECTOR, SECTION'],
    ['a shape of no size', 'shape', 'absoluteBoundingBox.width', 0, 'must be a number from 0.01 to 30000000'],
    ['a shape too far away', 'shape', 'absoluteBoundingBox.x', 1e300, 'must be a number from -30000000 to 30000000'],
    ['a strange shape', 'shape', 'shapeType', 'STAR', 'must be one of ROUNDED_RECTANGLE'],
    ['a text that is a list', 'shape', 'characters', ['a'], 'must be a text of at most 10000 characters'],
    ['a text without end', 'shape', 'characters', 'x'.repeat(10_001), 'must be a text of at most 10000 characters'],
    ['a colour out of range', 'shape', 'strokes[0].color.r', 1.5, 'must be a number from 0 to 1'],
    ['a paint that is a picture', 'shape', 'strokes[0].type', 'IMAGE', 'must be one of SOLID'],
    ['an unknown end', 'connector', 'connectorStart.endpointNodeId', '2:99', 'must be the id of a shape in the file'],
    ['no end', 'connector', 'connectorEnd', undefined, 'must be an object'],
    ['an end at no side', 'connector', 'connectorStart.magnet', 'AUTO', 'must be one of LEFT, RIGHT, TOP, BOTTOM'],
    ['a strange cap', 'connector', 'connectorEndStrokeCap', '__proto__', 'must be one of NONE, LINE_ARROW'],
    ['a strange line', 'connector', 'connectorLineType', 'WAVY', 'must be one of CURVED, ELBOWED, STRAIGHT'],
  ])('names the location of %s, and imports nothing', async (_what, part, path, value, rule) => {
    await expectRefusal((parts) => setAt(parts[part], path, value), `${locations[part]}, ${path} ${rule}`)
  })

  it.each<[what: string, damage: (parts: Parts) => unknown, message: string]>([
    [
      'a child that is none',
      ({ section }) => setAt(section, 'children[0]', null),
      'item 1 of the section must be an object',
    ],
    [
      'dashes that are words',
      ({ shape }) => (shape.strokeDashes = ['long']),
      `${locations.shape}, strokeDashes[0] must be a number from 0 to 1000`,
    ],
    [
      'two shapes of one id',
      ({ section, shape }) => setAt(section, 'children[1].id', shape.id),
      'item 2 of the section (“api”), id must be an id that no other shape has',
    ],
    [
      'an end at no place',
      ({ connector }) => Object.assign(connector.connectorStart, { magnet: undefined, position: {} }),
      `${locations.connector}, connectorStart.position.x must be a number from -30000000 to 30000000`,
    ],
  ])('names the location of %s, and imports nothing', async (_what, damage, message) => {
    await expectRefusal(damage, message)
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
  type Action = (shape: FakeNode, connector: FakeNode, figma: ReturnType<typeof createFakeFigma>['figma']) => unknown

  it.each<[what: string, action: Action, message: string]>([
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
    ['a method of Figma Design', (_, _it, figma) => Reflect.get(figma, 'createFrame'), "'createFrame'"],
  ])('refuses %s', (_what, action, message) => {
    const { figma } = createFakeFigma()
    const [shape, connector] = [figma.createShapeWithText(), figma.createConnector()]
    expect(() => action(shape, connector, figma)).toThrow(message)
  })
})
