import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { themes } from '../../services/render-worker/scene/draw/theme.ts'
import type { Scene } from '../../services/render-worker/scene/draw/drawing.ts'
import type { Pin } from '../../services/render-worker/scene/layout/pin.ts'
import { readLines, writeLines } from '../../services/render-worker/scene/layout/pinned-lines.ts'
import { arrange, type Arrangement, buildScene, defaultOptions } from '../../services/render-worker/scene/scene.ts'
import { estimated } from '../../services/render-worker/scene/text/measure.ts'
import { createRandom, type Random } from '../bench/random.ts'
import { mapOf } from '../maps/sample-map.ts'
import { architectures } from './architectures.ts'
import { pairsOf } from './pairs.ts'
import { linesOf, overlapVisibly, qualityOf } from './quality.ts'
import { randomMap } from './random-map.ts'

const RANDOM_SIZES = [3, 6, 10, 16, 25, 40, 60, 90, 120, 150]
const CHANGES = 20
const CALLERS = 4

/** The published architectures without their positions, and random maps of 3 to 150 services. */
export const stillMaps: readonly ArchitectureMap[] = [
  ...Object.values(architectures),
  ...RANDOM_SIZES.map((it) => randomMap(it, false)),
].map(({ nodes, edges, name }) =>
  mapOf(
    nodes.map(({ x: _x, y: _y, ...node }) => node),
    edges,
    name,
  ),
)

type Change = (map: ArchitectureMap, random: Random, number: number) => ArchitectureMap

/** Creates a change of the label of a random service. */
function relabel(labelOf: (label: string) => string): Change {
  return ({ nodes, edges }, random) => {
    const chosen = random.pick(nodes)
    const label = labelOf(chosen.label ?? chosen.id)
    return mapOf(
      nodes.map((it) => (it === chosen ? { ...it, label } : it)),
      edges,
    )
  }
}

/** Creates a change that adds a service, with these edges to it. */
function add(edgesTo: (id: string, nodes: readonly MapNode[], random: Random) => MapEdge[]): Change {
  return ({ nodes, edges }, random, number) => {
    const id = `new-${number}`
    return mapOf([...nodes, { id, label: `New ${number}`, tech: 'Go' }], [...edges, ...edgesTo(id, nodes, random)])
  }
}

const changes: Readonly<Record<string, Change>> = {
  leaf: add((target, nodes, random) => [{ source: random.pick(nodes).id, target }]),
  hub: add((target, nodes, random) => {
    const sources = new Set(Array.from({ length: CALLERS }, () => random.pick(nodes).id))
    return [...sources].map((source) => ({ source, target }))
  }),
  edge: ({ nodes, edges }, random) => {
    return mapOf(nodes, [...edges, { source: random.pick(nodes).id, target: random.pick(nodes).id }])
  },
  removal: ({ nodes, edges }, random) => {
    const { id } = random.pick(nodes)
    return mapOf(
      nodes.filter((it) => it.id !== id),
      edges.filter((it) => it.source !== id && it.target !== id),
    )
  },
  rename: relabel((label) => [...label].toReversed().join('')),
  'longer label': relabel((label) => `${label} with a much longer name`),
}
const changeNames = Object.keys(changes)

/** Applies the next kind of change. */
function changed(map: ArchitectureMap, random: Random, number: number): ArchitectureMap {
  return changes[changeNames[number % changeNames.length]!]!(map, random, number)
}

/** What becomes of a pinned layout after single changes of its map. */
export interface Stillness {
  /** Services whose cards have kept their size and have moved. */
  moved: string[]
  overlapping: string[]
  /** Number of cards that have grown over another one, and have moved. */
  evaded: number
}

/** Measures the pictures after twenty single changes of a map. */
export async function measureStillness(map: ArchitectureMap): Promise<Stillness> {
  const random = createRandom(`still ${map.name}`)
  const before = await arranged(map)
  const rects = new Map(before.cards.map((it) => [it.id, it.rect]))
  const stillness: Stillness = { moved: [], overlapping: [], evaded: 0 }
  for (let number = 0; number < CHANGES; number++) {
    const { cards } = await arranged(changed(map, random, number), pinOf(before))
    const what = `${map.name}, ${changeNames[number % changeNames.length]}`
    for (const { id, rect } of cards) {
      const old = rects.get(id)
      if (!old || (old.x === rect.x && old.y === rect.y)) continue
      if (old.width === rect.width && old.height === rect.height) stillness.moved.push(`${what}: ${id}`)
      else stillness.evaded++
    }
    const pairs = pairsOf(cards).filter(([a, b]) => overlapVisibly(a.rect, b.rect))
    stillness.overlapping.push(...pairs.map(([a, b]) => `${what}: ${a.id} on ${b.id}`))
  }
  return stillness
}

/** Counts the crossings after a row of twenty changes, each pinned, and those of a fresh layout of the same map. */
export async function countCrossings(map: ArchitectureMap, row: number): Promise<{ pinned: number; fresh: number }> {
  const random = createRandom(`row ${row} of ${map.name}`)
  let current = map
  let pin = pinOf(await arranged(map))
  for (let number = 0; number < CHANGES; number++) {
    current = changed(current, random, number)
    pin = pinOf(await arranged(current, pin))
  }
  const crossings = (scene: Scene): number => qualityOf(linesOf(scene)).crossings
  return { pinned: crossings(await drawn(current, pin)), fresh: crossings(await drawn(current)) }
}

/** The pin of an arrangement, through its text. */
export function pinOf({ cards, layout }: Arrangement): Pin {
  const ids = cards.map((it) => it.id)
  const lines = writeLines(ids, layout)
  return { places: new Map(cards.map((it) => [it.id, it.rect])), lines: lines && readLines(ids, lines) }
}

/** Arranges a map without a browser. */
export function arranged(map: ArchitectureMap, pin?: Pin): Promise<Arrangement> {
  return arrange(map, themes.light, estimated, { ...defaultOptions, pin })
}

/** Draws a map without a browser. */
export function drawn(map: ArchitectureMap, pin?: Pin): Promise<Scene> {
  return buildScene(map, themes.light, estimated, { ...defaultOptions, pin })
}
