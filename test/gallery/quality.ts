import type { MapEdge } from '@maps/shared/map'
import { edgeDefaults } from '@maps/shared/map-values'
import type { Scene } from '../../services/render-worker/scene/draw/drawing.ts'
import { endPointOf, samplesOf, startOf } from '../../services/render-worker/scene/geometry/path.ts'
import {
  contains,
  doOverlap,
  inflate,
  type Point,
  type Rect,
} from '../../services/render-worker/scene/geometry/rect.ts'
import { distanceBetween } from '../../services/render-worker/scene/geometry/segment.ts'
import { polylineCrossings, polylineThrough } from '../../services/render-worker/scene/route/crossings.ts'
import { pairsOf } from './pairs.ts'

/** How readable the lines of a picture are, in counts. Apart from `edges` and `labels`, 0 is best. */
export interface Quality {
  edges: number
  /** Ends within 6 px of the end of another edge. */
  sharedEnds: number
  /** Edges behind a card that they do not connect, or along its border. */
  behind: number
  /** Pairs of edges that coincide for 24 px or more. */
  onTop: number
  crossings: number
  /** Steps of a line to the side by less than 13 px, between two stretches in the same direction. */
  jogs: number
  /** Ends without an arrowhead within 7 px of another edge's arrowhead, which seems to belong to them. */
  falseHeads: number
  labels: number
  /** Labels more than 6 px away from their line. */
  strayLabels: number
  /** Labels with a centre nearer to another edge's line. */
  ambiguousLabels: number
  /** Labels whose halo covers the line of another edge. */
  cut: number
}

/** The cards and lines of a picture, by our layout or by another engine. */
export interface Lines {
  cards: readonly { id: string; rect: Rect }[]
  edges: readonly Line[]
}

/** An edge as it is drawn. */
export interface Line {
  source: string
  target: string
  arrow: NonNullable<MapEdge['arrow']>
  /** From end to end, `STEP` px apart. */
  points: readonly Point[]
  label?: Rect | undefined
}

/** Distance between the points of a line, in px. */
export const STEP = 4
/** Px below which two things seem to touch. Between two points of a line, `card` is small enough for a corner, too. */
const NEAR = { end: 6, head: 7, line: 3.5, label: 6, card: 2 }
const SHARED = 24
/** Px of a jog to the side, px of a line from one of its stretches to the other, and minimum px of each. */
const JOG = { least: 0.5, most: 13, span: 64, stretch: 12 }
/** Overlap in px that may be a rounding error. */
const EPSILON = 1e-6

/** The columns of the table. */
export const measures = [
  'edges',
  'sharedEnds',
  'behind',
  'onTop',
  'crossings',
  'jogs',
  'falseHeads',
  'labels',
  'strayLabels',
  'ambiguousLabels',
  'cut',
] as const satisfies readonly (keyof Quality)[]

/** The cards and lines of a scene. */
export function linesOf({ cards, connectors, labelRects }: Scene): Lines {
  const edges = connectors.map((connector): Line => {
    const { source, target, arrow = edgeDefaults.arrow } = connector.edge
    const points = [startOf(connector.path), ...samplesOf(connector.path, STEP), endPointOf(connector.path)]
    return { source, target, arrow, points, label: labelRects.get(connector) }
  })
  return { cards, edges }
}

/** Counts the defects of a picture's lines. */
export function qualityOf({ cards, edges }: Lines): Quality {
  const labelled = edges.filter((it) => it.label)
  return {
    edges: edges.length,
    sharedEnds: edges.flatMap((it) => endsOf(it).filter((end) => isNear(end, endsOf, NEAR.end, it, edges))).length,
    behind: edges.filter((it) => cards.some((card) => isBehind(it, card))).length,
    onTop: pairsOnTop(edges),
    crossings: countCrossings(edges),
    jogs: edges.reduce((sum, it) => sum + countJogs(it), 0),
    falseHeads: edges.flatMap((it) => tailsOf(it).filter((tail) => isNear(tail, headsOf, NEAR.head, it, edges))).length,
    labels: labelled.length,
    strayLabels: labelled.filter((it) => nearest(it.points, (at) => distanceTo(it.label!, at)) > NEAR.label).length,
    ambiguousLabels: labelled.filter((it) => isAmbiguous(it, edges)).length,
    cut: labelled.filter((it) => edges.some((other) => other !== it && isCoveredBy(it.label!, other))).length,
  }
}

/** Adds up counts. */
export function sumOf(all: readonly Quality[]): Quality {
  const sums = measures.map((key) => [key, all.reduce((sum, it) => sum + it[key], 0)])
  return Object.fromEntries(sums)
}

function endsOf({ points }: Line): [Point, Point] {
  return [points[0]!, points.at(-1)!]
}

function tailsOf(line: Line): Point[] {
  return endsOf(line).filter((end) => !headsOf(line).includes(end))
}

function headsOf(line: Line): Point[] {
  const [first, last] = endsOf(line)
  if (line.arrow === 'none') return []
  return line.arrow === 'both' ? [first, last] : [last]
}

/** Whether a point of a line is less than `px` away from one of these points of another line. */
function isNear(end: Point, pointsOf: (line: Line) => Point[], px: number, own: Line, lines: readonly Line[]): boolean {
  return lines.some((line) => line !== own && pointsOf(line).some((point) => distanceBetween(end, point) < px))
}

function isBehind({ source, target, points }: Line, { id, rect }: Lines['cards'][number]): boolean {
  if (id === source || id === target) return false
  return isCoveredBy(inflate(rect, NEAR.card), { points })
}

function isCoveredBy(rect: Rect, { points }: Pick<Line, 'points'>): boolean {
  return points.some((it) => contains(rect, it))
}

/** A horizontal or vertical part of a line, from one point of it to another. */
interface Stretch {
  across: 'x' | 'y'
  direction: number
  from: number
  to: number
}

function countJogs({ points }: Line): number {
  const stretches = stretchesOf(points).filter(
    ({ from, to }) => distanceBetween(points[from]!, points[to]!) >= JOG.stretch,
  )
  return stretches.slice(1).filter((next, index) => {
    const last = stretches[index]!
    const step = Math.abs(points[next.from]![next.across] - points[last.to]![next.across])
    const isOnward = last.across === next.across && last.direction === next.direction
    return isOnward && step > JOG.least && step < JOG.most && (next.from - last.to) * STEP <= JOG.span
  }).length
}

function stretchesOf(points: readonly Point[]): Stretch[] {
  const stretches: Stretch[] = []
  for (let to = 1; to < points.length; to++) {
    const [x, y] = [points[to]!.x - points[to - 1]!.x, points[to]!.y - points[to - 1]!.y]
    const across = x === 0 ? 'x' : y === 0 ? 'y' : undefined
    if (across === undefined) continue
    const last = stretches.at(-1)
    const direction = Math.sign(x + y)
    if (last?.to === to - 1 && last.across === across && last.direction === direction) last.to = to
    else stretches.push({ across, direction, from: to - 1, to })
  }
  return stretches
}

function pairsOnTop(edges: readonly Line[]): number {
  const cells = Map.groupBy(
    edges.flatMap(({ points }, edge) => points.map((at) => ({ at, edge }))),
    ({ at }) => cellOf(at, 0, 0),
  )
  const shared = new Map<string, number>()
  for (const [edge, { points }] of edges.entries()) {
    for (const at of points) {
      const others = new Set<number>()
      for (const [right, down] of neighbours) {
        for (const other of cells.get(cellOf(at, right, down)) ?? [])
          if (other.edge > edge && distanceBetween(at, other.at) < NEAR.line) others.add(other.edge)
      }
      for (const other of others) shared.set(`${edge} ${other}`, (shared.get(`${edge} ${other}`) ?? 0) + STEP)
    }
  }
  return [...shared.values()].filter((it) => it >= SHARED).length
}

const neighbours = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down] as const))

function cellOf({ x, y }: Point, right: number, down: number): string {
  return `${Math.floor(x / NEAR.line) + right} ${Math.floor(y / NEAR.line) + down}`
}

function countCrossings(edges: readonly Line[]): number {
  const lines = edges.map((it) => polylineThrough(it.points))
  return pairsOf(lines).reduce((sum, [a, b]) => sum + polylineCrossings(a, b), 0)
}

/** Whether two rectangles overlap by more than a rounding error. */
export function overlapVisibly(a: Rect, b: Rect): boolean {
  return doOverlap(inflate(a, -EPSILON), b)
}

function isAmbiguous(own: Line, edges: readonly Line[]): boolean {
  const { x, y, width, height } = own.label!
  const middle = { x: x + width / 2, y: y + height / 2 }
  const ownDistance = nearest(own.points, (at) => distanceBetween(at, middle))
  return edges.some((it) => it !== own && nearest(it.points, (at) => distanceBetween(at, middle)) < ownDistance)
}

function nearest(points: readonly Point[], distance: (at: Point) => number): number {
  return points.reduce((least, it) => Math.min(least, distance(it)), Infinity)
}

function distanceTo({ x, y, width, height }: Rect, at: Point): number {
  return Math.hypot(Math.max(x - at.x, 0, at.x - x - width), Math.max(y - at.y, 0, at.y - y - height))
}
