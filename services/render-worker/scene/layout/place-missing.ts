import type { Point, Rect } from '../draw/display-list.ts'
import type { Box, Link } from './box.ts'
import { createRectIndex, type RectIndex } from '../geometry/rect-index.ts'

/** Px between a box that is placed here and its neighbours. */
const GAP = { x: 72, y: 40 }
/** Least px between a box that is placed here and any other. */
const CLEARANCE = 20
const MAX_RINGS = 60
/**
 * Most comparisons with cells and rectangles for all boxes of a map; further boxes stand below everything. Around one box, each is
 * compared with all places that were taken before it: two thousand of them find theirs.
 */
const MAX_COMPARED = 20_000_000

/**
 * Places for the boxes that have none, beside the boxes they are linked with: after those that point to them,
 * before those that they point to. Boxes with a place stay there. A box without room, or without neighbours, stands below everything.
 */
export function placeMissing(boxes: readonly Box[], links: readonly Link[]): Rect[] {
  const placed = new Map<string, Rect>()
  const index = createRectIndex()
  const rings: Point[][] = []
  for (const { id, at, width, height } of boxes) {
    if (at) settle(id, { ...at, width, height })
  }
  const neighbours = neighboursOf(links)
  const waiting = new Map(boxes.filter((it) => !it.at).map((it) => [it.id, it]))
  const queue = [...placed.keys()]
  // The queue grows on the way.
  for (const id of queue) {
    for (const neighbour of neighbours.get(id) ?? []) {
      if (index.compared > MAX_COMPARED) break
      const box = waiting.get(neighbour.id)
      if (!box || !waiting.delete(box.id)) continue
      const wish = wishFor(box, neighbours.get(box.id) ?? [], placed)
      const rect = freePlace(wish, index, rings)
      if (rect) {
        settle(box.id, rect)
        queue.push(box.id)
      } else waiting.set(box.id, box)
    }
  }
  placeBelow([...waiting.values()], [...placed.values()], settle)
  return boxes.map(({ id, width, height }) => placed.get(id) ?? { x: 0, y: 0, width, height })

  function settle(id: string, rect: Rect): void {
    placed.set(id, rect)
    index.add(rect)
  }
}

interface Neighbour {
  id: string
  /** Whether the link leads from the neighbour. */
  isBefore: boolean
}

function neighboursOf(links: readonly Link[]): Map<string, Neighbour[]> {
  const neighbours = new Map<string, Neighbour[]>()
  const listOf = (id: string): Neighbour[] => {
    const list = neighbours.get(id) ?? []
    neighbours.set(id, list)
    return list
  }
  for (const { source, target } of links) {
    listOf(source).push({ id: target, isBefore: false })
    listOf(target).push({ id: source, isBefore: true })
  }
  return neighbours
}

/** The mean of the places beside its placed neighbours. */
function wishFor({ width, height }: Box, neighbours: readonly Neighbour[], placed: ReadonlyMap<string, Rect>): Rect {
  const wishes: Point[] = []
  for (const { id, isBefore } of neighbours) {
    const rect = placed.get(id)
    if (!rect) continue
    const y = rect.y + (rect.height - height) / 2
    wishes.push({ x: isBefore ? rect.x + rect.width + GAP.x : rect.x - width - GAP.x, y })
  }
  const x = wishes.reduce((sum, it) => sum + it.x / wishes.length, 0)
  const y = wishes.reduce((sum, it) => sum + it.y / wishes.length, 0)
  return { x: Math.round(x), y: Math.round(y), width, height }
}

/** The nearest free place, ring by ring: below first, then above, then to the sides. @param rings made so far, by distance */
function freePlace(wish: Rect, index: RectIndex, rings: Point[][]): Rect | undefined {
  const step = { x: wish.width + GAP.x, y: wish.height + GAP.y }
  for (let ring = 0; ring <= MAX_RINGS; ring++) {
    for (const { x, y } of (rings[ring] ??= ringOf(ring))) {
      const rect = { ...wish, x: wish.x + x * step.x, y: wish.y + y * step.y }
      if (index.overlap(rect, CLEARANCE) === 0) return rect
    }
  }
  return undefined
}

/** The squares of a grid at a distance from its middle, those straight below and above first. */
function ringOf(distance: number): Point[] {
  if (distance === 0) return [{ x: 0, y: 0 }]
  const points: Point[] = []
  for (let x = -distance; x <= distance; x++) points.push({ x, y: distance }, { x, y: -distance })
  for (let y = 1 - distance; y < distance; y++) points.push({ x: distance, y }, { x: -distance, y })
  return points.sort((a, b) => Math.abs(a.x) - Math.abs(b.x) || b.y - a.y || b.x - a.x)
}

/** Places boxes in rows under all others, about as wide as these. */
export function placeBelow(
  boxes: readonly Pick<Box, 'id' | 'width' | 'height'>[],
  placed: readonly Rect[],
  settle: (id: string, rect: Rect) => void,
): void {
  const left = placed.reduce((least, it) => Math.min(least, it.x), placed.length ? Infinity : 0)
  const right = placed.reduce((most, it) => Math.max(most, it.x + it.width), left)
  const bottom = placed.reduce((most, it) => Math.max(most, it.y + it.height), -Infinity)
  const area = boxes.reduce((sum, it) => sum + (it.width + GAP.y) * (it.height + GAP.y), 0)
  const rowWidth = Math.max(right - left, Math.sqrt(area * 1.7))
  let x = left
  let y = placed.length === 0 ? 0 : bottom + 2 * GAP.y
  let rowHeight = 0
  for (const { id, width, height } of boxes) {
    if (x > left && x + width > left + rowWidth) {
      x = left
      y += rowHeight + GAP.y
      rowHeight = 0
    }
    settle(id, { x, y, width, height })
    x += width + GAP.y
    rowHeight = Math.max(rowHeight, height)
  }
}
