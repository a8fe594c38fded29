import { edgeDefaults, type MapEdge } from '@maps/shared/map'
import type { Point, Rect } from '../../services/render-worker/scene/draw/display-list.ts'
import { endPointOf, samplesOf, startOf } from '../../services/render-worker/scene/geometry/path.ts'
import { distanceBetween } from '../../services/render-worker/scene/geometry/segment.ts'
import { crossingsOf } from '../../services/render-worker/scene/route/crossings.ts'
import { boundingBox, contains, inflate } from '../../services/render-worker/scene/geometry/rect.ts'
import type { Scene } from '../../services/render-worker/scene/scene.ts'
import { pairsOf } from './pairs.ts'
import { doOverlap } from './trace.ts'

/** How well the lines of a picture can be followed. All are counts, and none is better than 0. */
export interface Quality {
  edges: number
  /** Ends within 6 px of the end of another edge. */
  sharedEnds: number
  /** Edges behind a card that is not one of their own. */
  behind: number
  /** Pairs of edges that run upon each other for 24 px or more. */
  onTop: number
  crossings: number
  /** Ends without an arrowhead within 7 px of the arrowhead of another edge, which look as if it were theirs. */
  falseHeads: number
  labels: number
  /** Labels more than 6 px beside their line. */
  strayLabels: number
  /** Labels whose middle is nearer to the line of another edge. */
  ambiguousLabels: number
}

/** The cards and lines of a picture, ours or that of another engine. */
export interface Lines {
  cards: readonly { id: string; rect: Rect }[]
  edges: readonly Line[]
}

export interface Line {
  source: string
  target: string
  arrow: NonNullable<MapEdge['arrow']>
  /** From end to end, `STEP` px apart. */
  points: readonly Point[]
  label?: Rect | undefined
}

export const STEP = 4
const NEAR = { end: 6, head: 7, line: 3.5, label: 6 }
const SHARED = 24
/** How far into a card an edge must come, so that those along a border are not behind it. */
const INSET = 1

export const measures = [
  'edges',
  'sharedEnds',
  'behind',
  'onTop',
  'crossings',
  'falseHeads',
  'labels',
  'strayLabels',
  'ambiguousLabels',
] as const satisfies readonly (keyof Quality)[]

export function linesOf({ cards, connectors, labelRects }: Scene): Lines {
  const edges = connectors.map((it): Line => {
    const { source, target, arrow = edgeDefaults.arrow } = it.edge
    const points = [startOf(it.path), ...samplesOf(it.path, STEP), endPointOf(it.path)]
    return { source, target, arrow, points, label: labelRects.get(it) }
  })
  return { cards, edges }
}

export function qualityOf({ cards, edges }: Lines): Quality {
  const labelled = edges.filter((it) => it.label)
  return {
    edges: edges.length,
    sharedEnds: edges.flatMap((it) => endsOf(it).filter((end) => isShared(end, it, edges))).length,
    behind: edges.filter((it) => cards.some((card) => isBehind(it, card))).length,
    onTop: pairsOnTop(edges),
    crossings: countCrossings(edges),
    falseHeads: edges.flatMap((it) => tailsOf(it).filter((tail) => isAtHead(tail, it, edges))).length,
    labels: labelled.length,
    strayLabels: labelled.filter((it) => nearest(it.points, (at) => distanceTo(it.label!, at)) > NEAR.label).length,
    ambiguousLabels: labelled.filter((it) => isAmbiguous(it, edges)).length,
  }
}

export function sumOf(all: readonly Quality[]): Quality {
  const sums = measures.map((key) => [key, all.reduce((sum, it) => sum + it[key], 0)])
  return Object.fromEntries(sums)
}

function endsOf({ points }: Line): [Point, Point] {
  return [points[0]!, points.at(-1)!]
}

function tailsOf(line: Line): Point[] {
  const [first, last] = endsOf(line)
  if (line.arrow === 'both') return []
  return line.arrow === 'none' ? [first, last] : [first]
}

function headsOf(line: Line): Point[] {
  const [first, last] = endsOf(line)
  if (line.arrow === 'none') return []
  return line.arrow === 'both' ? [first, last] : [last]
}

function isShared(end: Point, own: Line, edges: readonly Line[]): boolean {
  return edges.some((it) => it !== own && endsOf(it).some((other) => distanceBetween(end, other) < NEAR.end))
}

function isAtHead(tail: Point, own: Line, edges: readonly Line[]): boolean {
  return edges.some((it) => it !== own && headsOf(it).some((head) => distanceBetween(tail, head) < NEAR.head))
}

function isBehind({ source, target, points }: Line, { id, rect }: Lines['cards'][number]): boolean {
  if (id === source || id === target) return false
  const inner = inflate(rect, -INSET)
  return points.some((it) => contains(inner, it))
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
        for (const it of cells.get(cellOf(at, right, down)) ?? [])
          if (it.edge > edge && distanceBetween(at, it.at) < NEAR.line) others.add(it.edge)
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
  const lines = edges.map(({ points }) => ({ points, bounds: boundingBox(points) }))
  const near = pairsOf(lines).filter(([a, b]) => doOverlap(a.bounds, b.bounds))
  return near.reduce((sum, [a, b]) => sum + crossingsOf(a.points, b.points), 0)
}

function isAmbiguous(own: Line, edges: readonly Line[]): boolean {
  const { x, y, width, height } = own.label!
  const middle = { x: x + width / 2, y: y + height / 2 }
  const away = nearest(own.points, (it) => distanceBetween(it, middle))
  return edges.some((it) => it !== own && nearest(it.points, (at) => distanceBetween(at, middle)) < away)
}

function nearest(points: readonly Point[], distance: (at: Point) => number): number {
  return points.reduce((least, it) => Math.min(least, distance(it)), Infinity)
}

function distanceTo({ x, y, width, height }: Rect, at: Point): number {
  return Math.hypot(Math.max(x - at.x, 0, at.x - x - width), Math.max(y - at.y, 0, at.y - y - height))
}
