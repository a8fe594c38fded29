import type { Point } from '../draw/display-list.ts'
import { BEND_COST } from './candidate.ts'
import type { RoutingGrid } from './routing-grid.ts'

/** Where a path may begin or end: at a node of the grid, along one of the axes. */
export interface Terminal {
  at: Point
  isHorizontal: boolean
  cost: number
}

/** What a straight segment costs beside its length, in px of length. @param crossed how many routes it crosses */
export type SegmentCost = (from: Point, to: Point, crossed: number) => number

/** The outcome of a search. */
export interface Search {
  /** Undefined if no path leads from a start to a goal. */
  found: GridPath | undefined
  /** States that were looked at. */
  visited: number
}

/** A path on a grid. */
export interface GridPath {
  /** Index of the terminal that it begins at. */
  start: number
  /** Index of the terminal that it ends at. */
  goal: number
  /** Its nodes, from terminal to terminal. */
  points: Point[]
}

/** Px of cost that share a bucket of the queue. */
const BUCKET = 4
/**
 * Weight of the heuristic. The rest of a path mostly costs more than its length, since paths cross routes and turn: a search
 * that expects so is several times as quick.
 */
const WEIGHT = 1.8

/** Finds a cheap path from any start to any goal by weighted A*; a bend costs as much as in other routes. It need not be the cheapest: see `WEIGHT`. */
export function findCheapPath(
  grid: RoutingGrid,
  starts: readonly Terminal[],
  goals: readonly Terminal[],
  costOf: SegmentCost,
): Search {
  const costs = new Float64Array(2 * grid.size).fill(Infinity)
  /** The state before each; -1 - i in that of the start i. */
  const previous = new Int32Array(2 * grid.size)
  const isDone = new Uint8Array(2 * grid.size)
  const queue = createBucketQueue()
  let visited = 0

  /** A state is a node, and whether the path runs horizontally there (odd) or vertically. */
  const stateOf = ({ at, isHorizontal }: Terminal): number => 2 * grid.nodeAt(at) + (isHorizontal ? 1 : 0)

  function reach(state: number, cost: number, from: number): void {
    if (cost >= costs[state]!) return
    costs[state] = cost
    previous[state] = from
    queue.add(state, cost + WEIGHT * leastCostToGoal(goals, grid.pointOf(state >> 1)))
  }

  function go(state: number, to: number): void {
    const node = state >> 1
    const isHorizontal = state % 2 === 1
    const first = Math.min(node, to)
    if (grid.isBlocked(first, isHorizontal)) return
    const a = grid.pointOf(node)
    const b = grid.pointOf(to)
    const length = Math.abs(b.x - a.x) + Math.abs(b.y - a.y)
    const next = 2 * to + (isHorizontal ? 1 : 0)
    const least = costs[state]! + length
    if (least < costs[next]!) reach(next, least + costOf(a, b, grid.crossingsOf(first, isHorizontal)), state)
  }

  function expand(state: number): void {
    reach(state ^ 1, costs[state]! + BEND_COST, state)
    const node = state >> 1
    if (state % 2 === 1) {
      const column = node % grid.columns
      if (column + 1 < grid.columns) go(state, node + 1)
      if (column > 0) go(state, node - 1)
    } else {
      if (node + grid.columns < grid.size) go(state, node + grid.columns)
      if (node >= grid.columns) go(state, node - grid.columns)
    }
  }

  function pathTo(end: number, goal: number): GridPath {
    const nodes = new Set<number>()
    let state = end
    for (; state >= 0; state = previous[state]!) nodes.add(state >> 1)
    return { start: -1 - state, goal, points: [...nodes].toReversed().map(grid.pointOf) }
  }

  const goalOf = new Map(goals.map((it, index) => [stateOf(it), index]))
  for (const [index, it] of starts.entries()) reach(stateOf(it), it.cost, -1 - index)
  for (let state = queue.take(); state !== undefined; state = queue.take()) {
    if (isDone[state]) continue
    isDone[state] = 1
    visited++
    const goal = goalOf.get(state)
    if (goal !== undefined) return { found: pathTo(state, goal), visited }
    expand(state)
  }
  return { found: undefined, visited }
}

function leastCostToGoal(goals: readonly Terminal[], { x, y }: Point): number {
  let least = Infinity
  for (const { at, cost } of goals) least = Math.min(least, Math.abs(at.x - x) + Math.abs(at.y - y) + cost)
  return least
}

/** A priority queue for costs that mostly grow, by buckets (Dial, 1969). */
function createBucketQueue(): { add(item: number, cost: number): void; take(): number | undefined } {
  const buckets: number[][] = []
  let first = 0
  return {
    add(item, cost) {
      const at = Math.floor(cost / BUCKET)
      first = Math.min(first, at)
      const bucket = buckets[at]
      if (bucket) bucket.push(item)
      else buckets[at] = [item]
    },
    take() {
      while (first < buckets.length && !buckets[first]?.length) first++
      return buckets[first]?.pop()
    },
  }
}
