import type { ArchitectureMap, MapNode } from '@maps/shared/map'
import { describe, expect, it } from 'vitest'
import { architectures } from '../../../test/gallery/architectures.ts'
import { boutiqueVersions, sentryVersions, teaShopVersions, versionsOf } from '../../../test/gallery/map-versions.ts'
import { ownStores } from '../../../test/gallery/hard-cases.ts'
import { sentry } from '../../../test/gallery/maps/sentry.ts'
import { edge } from '../../../test/gallery/notation.ts'
import { pairsOf } from '../../../test/gallery/pairs.ts'
import { arranged, pinOf } from '../../../test/gallery/stillness.ts'
import { mapOf } from '../../../test/maps/sample-map.ts'
import { compareMaps } from './compared-maps.ts'
import type { Scene } from './draw/drawing.ts'
import { badgeRect } from './draw/compared-card.ts'
import { themes } from './draw/theme.ts'
import { samplesOf } from './geometry/path.ts'
import { contains, doOverlap, middleOf, type Point } from './geometry/rect.ts'
import { distanceBetween } from './geometry/segment.ts'
import { renameEnds } from './layout/pinned-lines.ts'
import { arrange, buildScene, defaultOptions } from './scene.ts'
import { estimated } from './text/measure.ts'

const title = { title: 'Shop', costs: [], facts: [] }

function sceneOf(from: ArchitectureMap, to: ArchitectureMap): Promise<Scene> {
  const comparison = { ...compareMaps(from, to), title }
  return buildScene(comparison.map, themes.light, estimated, { ...defaultOptions, comparison })
}

function placesOf({ cards }: Pick<Scene, 'cards'>): Record<string, Point> {
  return Object.fromEntries(cards.map(({ id, rect }) => [id, { x: rect.x, y: rect.y }]))
}

function cardOf({ cards }: Scene, id: string) {
  return cards.find((it) => it.id === id)!
}

describe('two maps as one', () => {
  it('stand on the layout of the older one, as in its own picture, with what was removed in its place', async () => {
    const { from, to } = versionsOf(sentry, {
      add: [{ id: 'vroom', label: 'Vroom' }],
      remove: ['zookeeper', 'symbolicator'],
      addEdges: [edge('relay', 'vroom'), edge('vroom', 'kafka')],
    })
    const alone = placesOf(await buildScene(from, themes.light, estimated))
    const { vroom, ...compared } = placesOf(await sceneOf(from, to))
    expect(compared).toEqual(alone)
    expect(vroom!.x).toBeLessThan(alone['kafka']!.x)
  })

  it.each(['sentry', 'gitlab-components'])(
    'stand still where services changed, of which the cards grow: %s',
    async (name) => {
      const { nodes } = architectures[name]!
      const changed = nodes[Math.floor(nodes.length / 2)]!.id
      const { from, to } = versionsOf(architectures[name]!, {
        set: { [changed]: { tech: 'Rust, Axum', spend: 9_876 } },
      })
      const alone = await buildScene(from, themes.light, estimated)
      const compared = await sceneOf(from, to)
      const others = ({ cards }: Scene) => cards.filter((it) => it.id !== changed).map((it) => [it.id, it.rect])
      expect(others(compared)).toEqual(others(alone))
      const [before, after] = [alone, compared].map((it) => cardOf(it, changed).rect)
      expect(after!.height).toBeGreaterThan(before!.height)
      for (const axis of ['x', 'y'] as const) expect(middleOf(after!)[axis]).toBeCloseTo(middleOf(before!)[axis])
    },
  )

  it('have the attached stores of the older one, also where the newer one is too small for any', async () => {
    const { from, to } = versionsOf(ownStores, { remove: ownStores.nodes.slice(-6).map((it) => it.id) })
    const alone = await buildScene(from, themes.light, estimated)
    const compared = await sceneOf(from, to)
    expect(compared.cards.map((it) => [it.id, it.rect])).toEqual(alone.cards.map((it) => [it.id, it.rect]))
  })

  it.each([1e308, 1e17, 1e12])('stand at any positions, such as %d', async (far) => {
    const nodes = [-far, far, 0].map((x, index): MapNode => ({ id: `n${index}`, x, y: -x }))
    const scene = await sceneOf(mapOf(nodes), mapOf([...nodes.slice(1), { id: 'new', x: far, y: far }]))
    expect(pairsOf(scene.cards).filter(([a, b]) => doOverlap(a.rect, b.rect))).toEqual([])
  })

  it('have long amounts, before and after, within their card', async () => {
    const spends = [123_456.78, 234_567.89].map((spend) => mapOf([{ id: 'a', spend, currency: 'CHF' }]))
    const { rect, content } = cardOf(await sceneOf(spends[0]!, spends[1]!), 'a')
    expect(content.footer.map((row) => row.map((it) => it.text))).toEqual([['CHF 123,456.78'], ['→ CHF 234,567.89']])
    for (const it of content.footer.flat()) expect(it.x + it.outerWidth).toBeLessThan(rect.width - 30)
  })

  it.each([
    ['laid out', sentryVersions],
    ['placed', boutiqueVersions],
    ['laid out, with labels beside badges', teaShopVersions],
  ])('overlap nowhere, and no line runs behind a card: %s', async (_, { from, to }) => {
    const { cards, connectors, labelRects, changes } = await sceneOf(from, to)
    const badges = cards.filter((it) => changes!.has(it.id)).map((it) => badgeRect(it.rect))
    for (const label of labelRects.values()) expect(badges.filter((it) => doOverlap(it, label))).toEqual([])
    for (const [a, b] of pairsOf(cards)) expect(doOverlap(a.rect, b.rect), `${a.id} and ${b.id}`).toBe(false)
    for (const { path, edge } of connectors) {
      const behind = [...samplesOf(path, 4)].flatMap((at) => cards.filter(({ rect }) => contains(rect, at)))
      expect(behind.filter(({ id }) => id !== edge.source && id !== edge.target)).toEqual([])
    }
  })

  it('keep the pinned places and lines of services whose ids changed', async () => {
    const whole = versionsOf(sentry, { remove: ['zookeeper', 'symbolicator'] })
    const pin = pinOf(await arranged(whole.from))
    const from = whole.to
    const newIds = new Map(['kafka', 'relay'].map((it) => [it, `${it}-2`]))
    const { to } = versionsOf(from, { set: { kafka: { id: 'kafka-2' }, relay: { id: 'relay-2' } } })
    const comparison = { ...compareMaps(from, to, pin), title }
    const options = { ...defaultOptions, pin: comparison.pin, comparison }
    const alone = await arranged(from, pin)
    const compared = await arrange(comparison.map, themes.light, estimated, options)
    for (const [before, after] of newIds) expect(placesOf(compared)[after]).toEqual(placesOf(alone)[before])
    expect(alone.layout.passages.size).toBeGreaterThan(0)
    expect(compared.layout).toEqual(renameEnds(alone.layout, newIds))
  })

  it('stand where the newer one has them, if either has positions; what was removed makes room', async () => {
    const at = (id: string, x: number, y = 0): MapNode => ({ id, x, y })
    const from = mapOf([at('a', 0), at('b', 400), at('c', 800), at('d', 800, 300)], [{ source: 'b', target: 'c' }])
    const to = mapOf([at('a', 0, 200), { id: 'b' }, at('new', 810)], [{ source: 'b', target: 'new' }])
    const { a, b, c, d, new: added } = placesOf(await sceneOf(from, to))
    expect({ a, b, d, added }).toEqual({
      a: { x: 0, y: 200 },
      b: { x: 400, y: 0 },
      d: { x: 800, y: 300 },
      added: { x: 810, y: 0 },
    })
    expect(c).not.toEqual({ x: 800, y: 0 })
  })

  it('keep the places of the newer one also where many cards would cover what was removed', async () => {
    const at = (id: string, x: number, y: number): MapNode => ({ id, x, y })
    const kept = ['a', 'b', 'c'].map((id, index) => at(id, 400 * index, 0))
    const versionOf = (name: string) =>
      mapOf([...kept, ...kept.map(({ id, x }) => at(`${id}-${name}`, x! + (name === 'new' ? 60 : 0), 200))])
    const to = versionOf('new')
    const places = placesOf(await sceneOf(versionOf('old'), to))
    for (const { id, x, y } of to.nodes) expect(places[id]).toEqual({ x, y })
  })

  it('have the amounts and names before and after on the cards of services that changed, and none on others', async () => {
    const before: MapNode = { id: 'a', label: 'Orders', tech: 'Go', spend: 1_200, billing: ['flat'] }
    const after: MapNode = { id: 'b', label: 'Sales', spend: 900, currency: 'EUR', billing: ['usage'] }
    const other: MapNode = { id: 'o', spend: 5 }
    const scene = await sceneOf(mapOf([before, other]), mapOf([{ ...after, id: 'a' }, other]))
    const texts = (id: string) =>
      cardOf(scene, id)
        .content.footer.flat()
        .map((it) => it.text)
    expect(texts('a')).toEqual(['$1,200 → €900', 'usage', 'name was Orders', 'tech was Go', 'billing was flat'])
    expect(texts('o')).toEqual(['$5'])
    const image = 'ghcr.io/acme-payments-platform/settlement-worker:2026.11'
    const moved = await sceneOf(mapOf([{ ...before, tech: image }]), mapOf([before]))
    const [was] = cardOf(moved, 'a').content.footer.flat().slice(-1)
    expect(was!.lines!.map((it) => it.text).join('')).toBe(`tech was ${image}`)
    expect(cardOf(moved, 'a').content.height).toBeGreaterThan(cardOf(scene, 'o').content.height)
    const renamed = await sceneOf(mapOf([before]), mapOf([{ ...before, id: 'b', spend: undefined! }]))
    expect(
      cardOf(renamed, 'b')
        .content.footer.flat()
        .map((it) => it.text),
    ).toEqual(['$1,200 → none', 'flat', 'id was a'])
  })

  it('have added lines side by side, unless they share an end', async () => {
    const nodes = Array.from({ length: 12 }, (_, at) => ({ id: `n${at}` }))
    const edges = nodes.slice(4).map(({ id }, at) => edge(`n${at % 4}`, id))
    const added = ['x', 'y', 'z', 'w'].map((id) => ({ id }))
    const addedEdges = added.flatMap(({ id }) => nodes.map((it) => edge(id, it.id)))
    const to = mapOf([...nodes, ...added], [...edges, ...addedEdges])
    const { connectors } = await sceneOf(mapOf(nodes, edges), to)
    const lines = connectors
      .filter((it) => it.label?.mark === 'added')
      .map(({ edge, path }) => ({ edge, points: samplesOf(path, 4) }))
    expect(lines).toHaveLength(addedEdges.length)
    const covered = lines.flatMap(({ edge, points }) => {
      const others = lines.filter((it) => it.edge.source !== edge.source && it.edge.target !== edge.target)
      return points.map((point) => others.some((it) => it.points.some((other) => distanceBetween(point, other) < 2.5)))
    })
    expect(covered.filter(Boolean).length / covered.length).toBeLessThan(0.2)
  })

  it('have the label that an edge had beside its new one, and a badge on each line that changed', async () => {
    const nodes = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
    const from = mapOf(nodes, [edge('a', 'b', 'nightly'), edge('b', 'c'), edge('c', 'a')])
    const { connectors } = await sceneOf(from, mapOf(nodes, [edge('a', 'b', 'hourly'), edge('b', 'c'), edge('a', 'c')]))
    const labels = connectors.map(({ edge, label }) => {
      return [`${edge.source}${edge.target}`, label?.lines.map((it) => it.text).join(' '), label?.mark]
    })
    expect(labels).toEqual([
      ['ab', 'hourly (was nightly)', 'changed'],
      ['bc', undefined, undefined],
      ['ac', '', 'added'],
      ['ca', '', 'removed'],
    ])
  })
})
