import type { ArchitectureMap } from '@maps/shared/map'
import type { Card } from '../../services/render-worker/scene/draw/card.ts'
import type { Drawing } from '../../services/render-worker/scene/draw/display-list.ts'
import type { Connector } from '../../services/render-worker/scene/draw/connector.ts'
import { drawScene, type Scene } from '../../services/render-worker/scene/draw/drawing.ts'
import { themes } from '../../services/render-worker/scene/draw/theme.ts'
import { samplesOf, verticesOf } from '../../services/render-worker/scene/geometry/path.ts'
import { boundingBox, type Rect } from '../../services/render-worker/scene/geometry/rect.ts'
import { buildScene } from '../../services/render-worker/scene/scene.ts'
import { estimated } from '../../services/render-worker/scene/text/measure.ts'
import { pairsOf } from './pairs.ts'
import { overlapVisibly, STEP } from './quality.ts'

/** Defects in the geometry of a picture, each with the names of the elements. */
export interface Faults {
  /** Pairs of overlapping cards. */
  overlappingCards: string[]
  /** Cards, labels and lines that cross the picture's border. */
  outside: string[]
  /** Labels on a card or on another label. */
  coveringLabels: string[]
  /** The title and the legend, where a slide shows them in less than 85 % of their usual size. */
  smallTexts: string[]
}

const PADDING = 48
const SLIDE = { width: 1920, height: 1080 }
/** Least font sizes on a slide, in px. */
const LEAST = { title: 17, legend: 10.2 }

/** Finds the defects of a map's picture. Text widths are estimated, so that no browser is needed. */
export async function findFaults(map: ArchitectureMap): Promise<Faults> {
  const scene = await buildScene(map, themes.light, estimated)
  const edges = scene.connectors.map((it) => edgeBounds(it, scene.labelRects.get(it)))
  const drawing = drawScene(scene, { theme: 'light', background: undefined, padding: PADDING, legend: true })
  return {
    overlappingCards: overlappingCards(scene.cards),
    outside: outside(scene, drawing, edges),
    smallTexts: smallTexts(scene, drawing),
    coveringLabels: coveringLabels(scene.cards, edges),
  }
}

/** The rectangles of an edge. */
interface EdgeBounds {
  /** `source → target`, with the label if there is one. */
  name: string
  /** Bounding box of the line. */
  line: Rect
  /** Bounding box of the label with its halo. */
  label: Rect | undefined
}

function edgeBounds({ edge, path }: Connector, label: Rect | undefined): EdgeBounds {
  const name = `${edge.source} → ${edge.target}${edge.label ? ` (${edge.label})` : ''}`
  return { name, line: boundingBox([...verticesOf(path), ...samplesOf(path, STEP)]), label }
}

function overlappingCards(cards: readonly Card[]): string[] {
  return pairsOf(cards)
    .filter(([a, b]) => overlapVisibly(a.rect, b.rect))
    .map(([a, b]) => `${a.id} and ${b.id}`)
}

function smallTexts({ titleBlock, legend }: Scene, { width, height, items }: Drawing): string[] {
  const scale = Math.min(1, SLIDE.width / width, SLIDE.height / height)
  const sizeOf = (text: string | undefined): number => {
    if (text === undefined) return Infinity
    const drawn = items.find((it) => it.kind === 'text' && it.text === text)
    return drawn?.kind === 'text' ? drawn.font.size * scale : 0
  }
  return [
    ...(sizeOf(titleBlock.title[0]?.text) < LEAST.title ? ['title'] : []),
    ...(sizeOf(legend[0]?.text) < LEAST.legend ? ['legend'] : []),
  ]
}

function outside(scene: Scene, { width, height, items }: Drawing, edges: readonly EdgeBounds[]): string[] {
  const { x = 0, y = 0 } = items.find((it) => it.kind === 'move') ?? {}
  const canvas = { x: -x, y: -y, width, height }
  return [
    ...scene.cards.filter((it) => !isWithin(it.rect, canvas)).map((it) => `card ${it.id}`),
    ...edges.filter((it) => !isWithin(it.line, canvas)).map((it) => `edge ${it.name}`),
    ...edges.filter(({ label }) => label && !isWithin(label, canvas)).map((it) => `label of ${it.name}`),
    ...(Math.floor(scene.titleBlock.width) + 2 * PADDING > width ? ['title'] : []),
  ]
}

/** Whether a rectangle is inside another one, or touches its border from inside. */
export function isWithin(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

function coveringLabels(cards: readonly Card[], edges: readonly EdgeBounds[]): string[] {
  const onCards = edges.flatMap(({ label, name }) =>
    cards.filter(({ rect }) => label && overlapVisibly(rect, label)).map(({ id }) => `label of ${name} on card ${id}`),
  )
  const onLabels = pairsOf(edges)
    .filter(([a, b]) => a.label && b.label && overlapVisibly(a.label, b.label))
    .map(([a, b]) => `label of ${a.name} on label of ${b.name}`)
  return [...onCards, ...onLabels]
}
