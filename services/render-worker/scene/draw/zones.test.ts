import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairsOf } from '../../../../test/gallery/pairs.ts'
import { hostileMaps } from '../../../../test/maps/hostile-maps.ts'
import { mapOf } from '../../../../test/maps/sample-map.ts'
import { cases } from '../../../../test/rig/cases.ts'
import { samplesOf } from '../geometry/path.ts'
import { contains, doOverlap, isWithin } from '../geometry/rect.ts'
import { buildScene, defaultOptions, recolorScene, type SceneOptions } from '../scene.ts'
import { estimated } from '../text/measure.ts'
import { contrast, MIN_TEXT_CONTRAST } from './color.ts'
import { drawScene, type Scene } from './drawing.ts'
import { themeNames, themes } from './theme.ts'
import { captionRect, zoneFill } from './zones.ts'

const options = { theme: 'light', background: undefined, padding: 48, legend: true } as const

function sceneOf(map: ArchitectureMap, groups: SceneOptions['groups'] = 'prefix'): Promise<Scene> {
  return buildScene(map, themes.light, estimated, { ...defaultOptions, groups })
}

/** Two groups of services that call each other, with one service between them. */
function shop(place: (index: number) => Partial<MapNode> = () => ({})): ArchitectureMap {
  const ids = ['pay-api', 'pay-db', 'pay-cron', 'web', 'mail-in', 'mail-out', 'mail-log', 'mail-spam']
  const edges = [
    'web pay-api',
    'pay-api pay-db',
    'web mail-in',
    'mail-in mail-out',
    'mail-out mail-log',
    'pay-api mail-out',
  ]
  const nodes = ids.map((id, index) => ({ id, tech: id.endsWith('db') ? 'Redis' : 'nginx', ...place(index) }))
  return mapOf(
    nodes,
    edges.map((it): MapEdge => {
      const [source = '', target = ''] = it.split(' ')
      return { source, target }
    }),
  )
}

/** Ids of the cards within a zone. */
function idsIn({ cards, zones }: Scene, caption: string): string[] {
  const zone = zones.find((it) => it.caption === caption)
  return cards
    .filter((it) => zone && isWithin(it.rect, zone.rect))
    .map((it) => it.id)
    .sort()
}

describe('the zones of a picture', () => {
  it('hold the services of a prefix and no others, also those without connections', async () => {
    const scene = await sceneOf(shop())
    expect(scene.zones.map((it) => it.caption)).toEqual(['pay', 'mail'])
    expect(idsIn(scene, 'pay')).toEqual(['pay-api', 'pay-cron', 'pay-db'])
    expect(idsIn(scene, 'mail')).toEqual(['mail-in', 'mail-log', 'mail-out', 'mail-spam'])
  })

  it('have captions beside lines, if there is a place', async () => {
    const nodes = [
      { id: 'api', label: 'Payments API' },
      { id: 'ledger', label: 'Ledger' },
      { id: 'mongo', label: 'DocDB', tech: 'MongoDB' },
      { id: 'queue', label: 'Work queue' },
      { id: 'lake', label: 'Warehouse', tech: 'Iceberg on S3', spend: 44_000 },
      { id: 'search', label: 'Charge search', tech: 'Elasticsearch' },
    ]
    const edges = ['api mongo', 'api ledger', 'queue search', 'queue lake'].map((it) => {
      const [source = '', target = ''] = it.split(' ')
      return { source, target }
    })
    const { zones, connectors } = await sceneOf(mapOf(nodes, edges), 'role')
    expect(zones.map((it) => it.caption)).toContain('Data stores')
    const points = connectors.flatMap(({ path }) => samplesOf(path, 1))
    for (const zone of zones) expect(points.filter((it) => contains(captionRect(zone), it))).toEqual([])
  })

  it.each([300, 301, 900])('hold the services of each team of %d services', async (count) => {
    const teams = ['orders', 'billing', 'search', 'media']
    const ids = Array.from({ length: count }, (_, at) => `${teams[at % 4]}-${at}`)
    const edges = ids.slice(4).map((target, at) => ({ source: ids[at]!, target }))
    const { zones, cards } = await sceneOf(
      mapOf(
        ids.map((id) => ({ id })),
        [...edges, { source: ids[0]!, target: ids[5]! }],
      ),
    )
    expect(zones.map((it) => it.caption).toSorted()).toEqual(teams.toSorted())
    for (const { caption, rect } of zones)
      expect(cards.filter((it) => isWithin(it.rect, rect)).every((it) => it.id.startsWith(caption))).toBe(true)
  })

  it('have captions that fit into them', async () => {
    const ids = ['api', 'db', 'ui'].map((it) => `customer-notification-preferences-${it}`)
    const nodes = ids.map((id, index) => ({ id, label: 'x', x: 0, y: 120 * index }))
    const [zone] = (await sceneOf(mapOf([...nodes, { id: 'web', x: 400, y: 0 }]))).zones
    expect(isWithin(captionRect(zone!), zone!.rect)).toBe(true)
    expect(zone!.line!.text).toMatch(/^customer-notif.*…$/)
  })

  it('have larger captions in a large map, but where placed cards leave no space for them', async () => {
    const place = (id: string, index: number, rowHeight: number): MapNode => {
      return { id, x: 260 * (index % 12), y: rowHeight * Math.floor(index / 12) }
    }
    const ids = Array.from({ length: 120 }, (_, index) => `team${Math.floor(index / 12)}-${index}`)
    const sizesOf = async (rowHeight: number): Promise<Set<number>> => {
      const { zones } = await sceneOf(mapOf(ids.map((id, index) => place(id, index, rowHeight))))
      expect(zones.length).toBe(10)
      return new Set(zones.map((it) => it.font.size))
    }
    expect(await sizesOf(200)).toEqual(new Set([32]))
    expect(await sizesOf(100)).toContain(16)
  })

  it('have captions in full, if they fit at the usual size', async () => {
    const names = ['recommendations', 'authentication', 'notifications', 'observability', 'subscriptions', 'ads']
    const ids = names.flatMap((name) => Array.from({ length: 20 }, (_, index) => `${name}-${index}`))
    const edges = ids.flatMap((id, index) => (id.endsWith('-0') ? [] : [{ source: ids[index - 1]!, target: id }]))
    const { zones } = await sceneOf(
      mapOf(
        ids.map((id) => ({ id })),
        edges,
      ),
    )
    expect(new Set(zones.map((it) => it.line?.text))).toEqual(new Set(names))
    const places = ids.map((id, index) => ({ id, x: 900 * Math.floor(index / 20), y: 100 * (index % 20) }))
    const narrow = (await sceneOf(mapOf(places))).zones
    expect(narrow.map((it) => it.line?.text)).toEqual(names)
    expect(narrow[0]!.font.size).toBeLessThan(narrow[5]!.font.size)
  })

  it('are not in the way of a service without connections', async () => {
    const nodes = ['p-0', 'p-1', 'p-2', 'x', 'lone'].map((id) => ({ id }))
    const edges = ['p-1', 'p-2'].map((target) => ({ source: 'x', target }))
    expect((await sceneOf(mapOf(nodes, edges))).zones.map((it) => it.caption)).toEqual(['p'])
  })

  it('hold the services of a role, under its name in the legend', async () => {
    const { zones } = await sceneOf(shop(), 'role')
    expect(zones.map((it) => [it.caption, it.role])).toEqual([['Edge', 'edge']])
  })

  it('are left out where placed cards of others are between theirs, and cards stay', async () => {
    const places = (index: number) => ({ x: (index % 4) * 300, y: Math.floor(index / 4) * 200 })
    const apart = await sceneOf(shop(places))
    expect(apart.zones.map((it) => it.caption)).toEqual(['pay', 'mail'])
    const mixed = await sceneOf(shop((index) => places((index * 3) % 8)))
    expect(mixed.zones).toEqual([])
    expect(mixed.cards[1]!.rect).toMatchObject(places(3))
  })

  it('are none without the option', async () => {
    expect((await buildScene(shop(), themes.light, estimated)).zones).toEqual([])
  })

  it('cover no card of another service, and are apart or within each other, in any map', async () => {
    const ids = ['a-b-1', 'a-b-2', 'a-b-3', 'a-c', 'a', 'x.1', 'x.2', 'x.3', 'web']
    await fc.assert(
      fc.asyncProperty(hostileMaps({ nodes: 9, edges: 14 }), fc.boolean(), async (map, isByRole) => {
        const named = new Map(map.nodes.map((it, index) => [it.id, ids[index]!]))
        const end = (id: string): string => named.get(id) ?? id
        const nodes = map.nodes.map((it) => ({ ...it, id: end(it.id) }))
        const edges = map.edges.map((it) => ({ ...it, source: end(it.source), target: end(it.target) }))
        const scene = await sceneOf({ ...map, nodes, edges }, isByRole ? 'role' : 'prefix')
        for (const [a, b] of pairsOf(scene.zones))
          expect(!doOverlap(a.rect, b.rect) || isWithin(b.rect, a.rect) || isWithin(a.rect, b.rect)).toBe(true)
        for (const { rect } of scene.zones)
          for (const card of scene.cards) expect(!doOverlap(card.rect, rect) || isWithin(card.rect, rect)).toBe(true)
        expect(pairsOf(scene.cards).filter(([a, b]) => doOverlap(a.rect, b.rect))).toEqual([])
      }),
      { numRuns: cases(100) },
    )
  })

  it('are within the picture, and recoloured with it', async () => {
    const scene = await sceneOf(shop())
    const { items, width } = drawScene(scene, options)
    const { x } = items.find((it) => it.kind === 'move')!
    for (const { rect } of scene.zones) {
      expect(rect.x + x).toBeGreaterThanOrEqual(options.padding)
      expect(rect.x + x + rect.width).toBeLessThanOrEqual(width - options.padding)
    }
    const dark = { ...options, theme: 'dark' } as const
    const anew = await buildScene(shop(), themes.dark, estimated, { ...defaultOptions, groups: 'prefix' })
    expect(drawScene(recolorScene(scene, themes.dark), dark)).toEqual(drawScene(anew, dark))
  })

  it.each(themeNames)('have legible captions and labels in the %s theme', (name) => {
    const theme = themes[name]
    const roles = Object.keys(theme.roles) as (keyof typeof theme.roles)[]
    for (const role of [undefined, ...roles]) {
      for (const level of [0, 1]) {
        const fill = zoneFill({ role, level }, theme)
        expect(contrast(theme.canvasMutedText, fill)).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST)
      }
    }
  })
})
