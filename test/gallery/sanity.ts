import type { ArchitectureMap, MapNode } from '@maps/shared/map'
import { drawScene } from '../../services/render-worker/scene/draw/drawing.ts'
import { inflate } from '../../services/render-worker/scene/geometry/rect.ts'
import { estimated } from '../../services/render-worker/scene/text/measure.ts'
import { buildScene, type Card, type Scene } from '../../services/render-worker/scene/scene.ts'
import { themes } from '../../services/render-worker/scene/draw/theme.ts'
import { pairsOf } from './pairs.ts'
import { doesTouch, doOverlap, isWithin, lengthIn, type Trace, traceOf } from './trace.ts'

/** What is wrong with a picture, as far as its geometry tells; each fault names what it is about. */
export interface Faults {
  /** Pairs of cards that stand on each other though at least one of them was placed by us. */
  overlappingCards: string[]
  /** Cards, labels and lines that reach over the picture's border. */
  outside: string[]
  /** Labels on a card or on another label. */
  coveringLabels: string[]
  /** Labels that stand beside their line, not on it. */
  strayLabels: string[]
  /** Labels on the line of another edge. */
  ambiguousLabels: string[]
  /** Edges that run behind a card or along its border, be it one of their own. */
  hiddenEdges: string[]
}

const PADDING = 48
/** How near to a card a line looks as if it were its border, in px. */
const BORDER = 1
/** What a line that begins and ends on its cards may have there, in px: two ends of two samples. */
const END_ROOM = 16

/** Judges a picture by its scene, with estimated widths of texts: no browser, the same everywhere. */
export async function faultsOf(map: ArchitectureMap): Promise<Faults> {
  const scene = await buildScene(map, themes.light, estimated)
  const traces = scene.connectors.map((it) => traceOf(it, scene.labelRects.get(it)))
  return {
    overlappingCards: overlappingCards(scene.cards, areAllOnOneSpot(map.nodes)),
    outside: outside(scene, traces),
    coveringLabels: coveringLabels(scene.cards, traces),
    strayLabels: strayLabels(traces),
    ambiguousLabels: ambiguousLabels(traces),
    hiddenEdges: hiddenEdges(scene.cards, traces),
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

function strayLabels(traces: readonly Trace[]): string[] {
  return traces.filter((it) => it.label && !doesTouch(it, it.label)).map((it) => `label of ${it.name}`)
}

function ambiguousLabels(traces: readonly Trace[]): string[] {
  return traces.flatMap((own) => {
    const { label } = own
    const others = traces.filter((it) => label && it !== own && doesTouch(it, label))
    return others.map((it) => `label of ${own.name} on ${it.name}`)
  })
}

function hiddenEdges(cards: readonly Card[], traces: readonly Trace[]): string[] {
  const isHidden = (trace: Trace): boolean =>
    cards.some(({ id, rect }) => {
      const isOwn = id === trace.source || id === trace.target
      return lengthIn(trace, inflate(rect, BORDER)) > (isOwn ? END_ROOM : 0)
    })
  return traces.filter(isHidden).map((it) => it.name)
}
