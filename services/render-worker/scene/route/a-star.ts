import FlatQueue from 'flatqueue'
import type { Point } from '../geometry/rect.ts'
import { type Run, runOf } from './overlaps.ts'
import type { RoutingGrid } from './routing-grid.ts'
import { costs as routeCosts } from './tuning.ts'

/** A possible start or goal of a path: a node of the grid, and the axis of the path there. `cost` is in px of length. */
export interface Terminal {
  at: Point
  isHorizontal: boolean
  cost: number
}

/** Cost of a run in addition to its length, in px of length. @param crossed number of routes that it crosses */
export type RunCost = (run: Run, crossed: number) => number

/** The result of a search. */
export interface Search {
  /** The path found; undefined if none leads from a start to a goal. */
  found: GridPath | undefined
  /** Number of visited states. */
  visited: number
}

/** A path on a grid. */
export interface GridPath {
  /** Index of its start. */
  start: number
  /** Index of its goal. */
  goal: number
  /** Its nodes, from the start to the goal. */
  points: Point[]
}

/** Px of length to which the queue rounds costs. */
const ROUNDING = 4

/** Finds a path from any start to any goal by A*, with `costs.bend` per bend. It is the cheapest, but for the rounding of the queue. */
export function findCheapestPath(
  grid: RoutingGrid,
  starts: readonly Terminal[],
  goals: readonly Terminal[],
  costOf: RunCost,
): Search {
  const costs = new Float64Array(2 * grid.size).fill(Infinity)
  /** Predecessor of each state; -1 - i for the start with the index i. */
  const previous = new Int32Array(2 * grid.size)
  const isClosed = new Uint8Array(2 * grid.size)
  const costsToGoal = leastCostsToGoal(grid, goals)
  const queue = new FlatQueue()
  const { xs, ys } = grid
  let added = 0
  let visited = 0

  /** The state of a terminal. A state is a node with a direction: odd if the path is horizontal there, even if vertical. */
  const stateOf = ({ at, isHorizontal }: Terminal): number => 2 * grid.nodeAt(at) + (isHorizontal ? 1 : 0)

  /** States of the goals. */
  const goalStates = goals.map(stateOf)

  function relax(state: number, cost: number, from: number): void {
    if (isClosed[state] || cost >= costs[state]!) return
    costs[state] = cost
    previous[state] = from
    const goal = goalStates.indexOf(state)
    const total = cost + (goal === -1 ? costsToGoal[state >> 1]! : goals[goal]!.cost)
    // Of equal costs, the last state comes first: it is nearer to a goal.
    queue.push(state, Math.floor(total / ROUNDING) - 2 ** -30 * added++)
  }

  /** Goes on to the next node in the direction of a state. The step has the coordinate `at` across it, and leads along it from `from` to `to`. */
  function step(state: number, node: number, at: number, from: number, to: number): void {
    const isHorizontal = state % 2 === 1
    const upperLeft = Math.min(state >> 1, node)
    if (grid.isBlocked(upperLeft, isHorizontal)) return
    const next = 2 * node + (isHorizontal ? 1 : 0)
    const least = costs[state]! + Math.abs(to - from)
    if (isClosed[next] || least >= costs[next]!) return
    const run = runOf(isHorizontal, at, from, to)
    relax(next, least + costOf(run, grid.crossingsOf(upperLeft, isHorizontal)), state)
  }

  function expand(state: number): void {
    relax(state ^ 1, costs[state]! + routeCosts.bend, state)
    const node = state >> 1
    const column = node % xs.length
    const row = Math.floor(node / xs.length)
    const x = xs[column]!
    const y = ys[row]!
    if (state % 2 === 1) {
      if (column + 1 < xs.length) step(state, node + 1, y, x, xs[column + 1]!)
      if (column > 0) step(state, node - 1, y, x, xs[column - 1]!)
    } else {
      if (row + 1 < ys.length) step(state, node + xs.length, x, y, ys[row + 1]!)
      if (row > 0) step(state, node - xs.length, x, y, ys[row - 1]!)
    }
  }

  function pathTo(end: number, goal: number): GridPath {
    const nodes = new Set<number>()
    let state = end
    for (; state >= 0; state = previous[state]!) nodes.add(state >> 1)
    return { start: -1 - state, goal, points: [...nodes].toReversed().map(grid.pointOf) }
  }

  for (const [index, start] of starts.entries()) relax(stateOf(start), start.cost, -1 - index)
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    if (isClosed[state]) continue
    isClosed[state] = 1
    visited++
    const goal = goalStates.indexOf(state)
    if (goal !== -1) return { found: pathTo(state, goal), visited }
    expand(state)
  }
  return { found: undefined, visited }
}

/** By node, a lower bound of the cost to a goal: the distance along the axes. */
function leastCostsToGoal({ xs, ys, size }: RoutingGrid, goals: readonly Terminal[]): Float64Array {
  const costs = new Float64Array(size).fill(Infinity)
  for (const { at, cost } of goals) {
    let node = 0
    for (const y of ys) {
      for (const x of xs) {
        costs[node] = Math.min(costs[node]!, Math.abs(at.x - x) + Math.abs(at.y - y) + cost)
        node++
      }
    }
  }
  return costs
}
