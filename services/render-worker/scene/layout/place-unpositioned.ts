import { createBudget } from '../geometry/budget.ts'
import { createRectIndex } from '../geometry/rect-index.ts'
import { middleOf, type Point, type Rect } from '../geometry/rect.ts'
import { bestPlace, type Stretch } from './best-place.ts'
import type { Box, Link } from './box.ts'
import { CLEARANCE, freePlace, GAP } from './free-place.ts'

/**
 * Maximum number of comparisons with cells and rectangles per map. Further boxes are placed below everything. The boxes around
 * one neighbour are compared with each other; the limit allows for two thousand of them.
 */
const MAX_COMPARED = 20_000_000

/** Maximum number of comparisons for the best places of a map. Further boxes take the next free place. */
const MAX_RATED = 6_000_000

/** Lines of a map that are drawn before its other boxes are placed. */
export interface DrawnLines {
  /** Their straight parts. */
  stretches: readonly Stretch[]
  /** Rectangles around those of them that no box may cover. */
  corridors: readonly Rect[]
}

/**
 * Places the boxes without a position beside their neighbours: after a source, before a target. Boxes with a position
 * stay there. A box without free space, or without neighbours, is placed below everything.
 *
 * @param drawn lines that are drawn already, in maps where each box is to have the best place among them
 */
export function placeUnpositioned(boxes: readonly Box[], links: readonly Link[], drawn?: DrawnLines): Rect[] {
  const placed = new Map<string, Rect>()
  const budget = createBudget(MAX_COMPARED)
  const index = createRectIndex(budget)
  const rings: Point[][] = []
  const around = drawn && { index, stretches: [...drawn.stretches], budget: createBudget(MAX_RATED) }
  for (const rect of drawn?.corridors ?? []) index.add(rect)
  for (const { id, at, width, height } of boxes) {
    if (at) setRect(id, { ...at, width, height })
  }
  const neighbours = neighboursOf(links)
  const unplaced = new Map(boxes.filter((it) => !it.at).map((it) => [it.id, it]))
  const queue = [...placed.keys()]
  // The loop appends to the queue.
  for (const id of queue) {
    for (const neighbour of neighbours.get(id) ?? []) {
      if (budget.isSpent) break
      const box = unplaced.get(neighbour.id)
      if (!box || !unplaced.delete(box.id)) continue
      const own = neighbours.get(box.id) ?? []
      const preferred = idealRect(box, own, placed)
      const rects = [...new Set(own.flatMap((it) => placed.get(it.id) ?? []))]
      const best = around && bestPlace(preferred, rects, CLEARANCE, around)
      const rect = best ?? freePlace(preferred, index, rings)
      if (rect) {
        setRect(box.id, rect)
        around?.stretches.push(...rects.map((it): Stretch => [middleOf(rect), middleOf(it)]))
        queue.push(box.id)
      } else unplaced.set(box.id, box)
    }
  }
  placeBelow([...unplaced.values()], [...placed.values()], setRect)
  return boxes.map(({ id, width, height }) => placed.get(id) ?? { x: 0, y: 0, width, height })

  function setRect(id: string, rect: Rect): void {
    placed.set(id, rect)
    index.add(rect)
  }
}

interface Neighbour {
  id: string
  /** Whether the neighbour is the source of the link. */
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

/** Ideal position of a box: the mean of the positions beside its placed neighbours. */
function idealRect({ width, height }: Box, neighbours: readonly Neighbour[], placed: ReadonlyMap<string, Rect>): Rect {
  const positions: Point[] = []
  for (const { id, isBefore } of neighbours) {
    const rect = placed.get(id)
    if (!rect) continue
    const y = rect.y + (rect.height - height) / 2
    positions.push({ x: isBefore ? rect.x + rect.width + GAP.x : rect.x - width - GAP.x, y })
  }
  const x = positions.reduce((sum, it) => sum + it.x / positions.length, 0)
  const y = positions.reduce((sum, it) => sum + it.y / positions.length, 0)
  return { x: Math.round(x), y: Math.round(y), width, height }
}

/** Places boxes in rows below all others, about as wide as these. */
export function placeBelow(
  boxes: readonly Pick<Box, 'id' | 'width' | 'height'>[],
  placed: readonly Rect[],
  setRect: (id: string, rect: Rect) => void,
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
    setRect(id, { x, y, width, height })
    x += width + GAP.y
    rowHeight = Math.max(rowHeight, height)
  }
}
