import type { ArchitectureMap, MapNode } from '@maps/shared/map'
import { drawScene } from '../../services/render-worker/scene/draw/drawing.ts'
import { estimated } from '../../services/render-worker/scene/text/measure.ts'
import { buildScene, type Card, type Scene } from '../../services/render-worker/scene/scene.ts'
import { themes } from '../../services/render-worker/scene/draw/theme.ts'
import { pairsOf } from './pairs.ts'
import { doOverlap, isWithin, type Trace, traceOf } from './trace.ts'

/** What is wrong with a picture, as far as its geometry tells; each fault names what it is about. */
export interface Faults {
  /** Pairs of cards that stand on each other though at least one of them was placed by us. */
  overlappingCards: string[]
  /** Cards, labels and lines that reach over the picture's border. */
  outside: string[]
  /** Labels on a card or on another label. */
  coveringLabels: string[]
}

const PADDING = 48

/** Judges a picture by its scene, with estimated widths of texts: no browser, the same everywhere. */
export async function faultsOf(map: ArchitectureMap): Promise<Faults> {
  const scene = await buildScene(map, themes.light, estimated)
  const traces = scene.connectors.map((it) => traceOf(it, scene.labelRects.get(it)))
  return {
    overlappingCards: overlappingCards(scene.cards, areAllOnOneSpot(map.nodes)),
    outside: outside(scene, traces),
    coveringLabels: coveringLabels(scene.cards, traces),
  }
}

/** Places that are all the same say nothing: such a map is laid out as if it had none. */
function areAllOnOneSpot(nodes: readonly MapNode[]): boolean {
  return new Set(nodes.map(({ x, y }) => `${x},${y}`)).size === 1
}

function overlappingCards(cards: readonly Card[], isOneSpot: boolean): string[] {
  const isOurs = ({ node }: Card): boolean => isOneSpot || node?.x === undefined || node.y === undefined
  return pairsOf(cards)
    .filter(([a, b]) => (isOurs(a) || isOurs(b)) && doOverlap(a.rect, b.rect))
    .map(([a, b]) => `${a.id} and ${b.id}`)
}

function outside(scene: Scene, traces: readonly Trace[]): string[] {
  const { width, height, items } = drawScene(scene, {
    theme: 'light',
    background: undefined,
    padding: PADDING,
    legend: true,
  })
  const { x = 0, y = 0 } = items.find((it) => it.kind === 'move') ?? {}
  const canvas = { x: -x, y: -y, width, height }
  return [
    ...scene.cards.filter((it) => !isWithin(it.rect, canvas)).map((it) => `card ${it.id}`),
    ...traces.filter((it) => !isWithin(it.bounds, canvas)).map((it) => `edge ${it.name}`),
    ...traces.filter(({ label }) => label && !isWithin(label, canvas)).map((it) => `label of ${it.name}`),
    ...(Math.floor(scene.titleBlock.width) + 2 * PADDING > width ? ['title'] : []),
  ]
}

function coveringLabels(cards: readonly Card[], traces: readonly Trace[]): string[] {
  const onCards = traces.flatMap(({ label, name }) =>
    cards.filter(({ rect }) => label && doOverlap(rect, label)).map(({ id }) => `label of ${name} on card ${id}`),
  )
  const onLabels = pairsOf(traces)
    .filter(([a, b]) => a.label && b.label && doOverlap(a.label, b.label))
    .map(([a, b]) => `label of ${a.name} on label of ${b.name}`)
  return [...onCards, ...onLabels]
}
