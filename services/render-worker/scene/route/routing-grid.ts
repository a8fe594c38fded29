import type { Point, Rect } from '../draw/display-list.ts'
import { CORNER } from './way.ts'

/** Where a search may begin or end: on a grid's lines, along one of the axes. */
export interface Gate {
  at: Point
  isLevel: boolean
  price: number
}

/** The lines along the borders of rectangles and through the gates: some shortest way around the rectangles runs on them. */
export interface RoutingGrid {
  /**
   * The cheapest way from any gate to any other by A*, in which a corner costs as in other lines.
   *
   * @param priceOf a step, beside its length, which crosses so many lines
   * @returns undefined where there is none
   */
  cheapest(starts: readonly Gate[], goals: readonly Gate[], priceOf: StepPrice): Found | undefined
  /** States that were looked at, and a share of the grid's size, for callers with a budget. */
  readonly visited: number
}

/** What a straight step costs beside its length, in px of length. */
export type StepPrice = (from: Point, to: Point, crossed: number) => number

/** The cheapest way that was found. */
export interface Found {
  /** Index of the gate that it begins at. */
  start: number
  /** Index of the gate that it ends at. */
  goal: number
  /** Its corners, from gate to gate. */
  points: Point[]
}

/** Px of cost that share a bucket of the queue. */
const BUCKET = 4
/** Nodes of a grid that take as long to make as a state to look at. */
const NODES_PER_STATE = 8
/** How much more the rest of a way is thought to cost than its length: ways cross lines and turn, and a search that knows is several times as quick. */
const GREED = 1.8

/**
 * @param lines that a way had better not cross
 * @param region that all ways stay in
 */
export function createRoutingGrid(
  rects: readonly Rect[],
  gates: readonly Gate[],
  lines: Iterable<readonly Point[]>,
  region: Rect,
): RoutingGrid {
  const xs = sorted([...rects.flatMap((it) => [it.x, it.x + it.width]), ...gates.map((it) => it.at.x)]).filter(
    (it) => it >= region.x && it <= region.x + region.width,
  )
  const ys = sorted([...rects.flatMap((it) => [it.y, it.y + it.height]), ...gates.map((it) => it.at.y)]).filter(
    (it) => it >= region.y && it <= region.y + region.height,
  )
  const columnOf = new Map(xs.map((it, index) => [it, index]))
  const rowOf = new Map(ys.map((it, index) => [it, index]))
  const blocked = blockedSteps(rects, xs, ys)
  const crossed = crossedSteps(lines, xs, ys)
  const pointOf = (node: number): Point => ({ x: xs[node % xs.length]!, y: ys[Math.floor(node / xs.length)]! })
  /** A state is a node of the grid, and whether the way runs level there (odd) or upright. */
  const stateOf = ({ at, isLevel }: Gate): number =>
    2 * (rowOf.get(at.y)! * xs.length + columnOf.get(at.x)!) + (isLevel ? 1 : 0)
  let visited = Math.ceil((xs.length * ys.length) / NODES_PER_STATE)

  return {
    get visited() {
      return visited
    },
    cheapest(starts, goals, priceOf) {
      const size = 2 * xs.length * ys.length
      const costs = new Float64Array(size).fill(Infinity)
      const before = new Int32Array(size)
      const isDone = new Uint8Array(size)
      const queue = createQueue()
      const goalOf = new Map(goals.map((it, index) => [stateOf(it), index]))
      const reach = (state: number, cost: number, from: number): void => {
        if (cost >= costs[state]!) return
        costs[state] = cost
        before[state] = from
        queue.add(state, cost + GREED * leastTo(goals, pointOf(state >> 1)))
      }
      for (const [index, it] of starts.entries()) reach(stateOf(it), it.price, -1 - index)
      for (let state = queue.take(); state !== undefined; state = queue.take()) {
        if (isDone[state]) continue
        isDone[state] = 1
        visited++
        if (goalOf.has(state)) return wayTo(state)
        reach(state ^ 1, costs[state]! + CORNER, state)
        const node = state >> 1
        const isLevel = state % 2 === 1
        const place = isLevel ? node % xs.length : Math.floor(node / xs.length)
        const stride = isLevel ? 1 : xs.length
        if (place + 1 < (isLevel ? xs : ys).length) step(node, node + stride)
        if (place > 0) step(node, node - stride)

        function step(from: number, to: number): void {
          const first = Math.min(from, to)
          if (blocked(first, isLevel)) return
          const [a, b] = [pointOf(from), pointOf(to)]
          const length = Math.abs(b.x - a.x) + Math.abs(b.y - a.y)
          reach(2 * to + (isLevel ? 1 : 0), costs[state!]! + length + priceOf(a, b, crossed(first, isLevel)), state!)
        }
      }
      return undefined

      function wayTo(goal: number): Found {
        const nodes = new Set<number>()
        let state = goal
        for (; state >= 0; state = before[state]!) nodes.add(state >> 1)
        return { start: -1 - state, goal: goalOf.get(goal)!, points: [...nodes].toReversed().map(pointOf) }
      }
    },
  }
}

/** What is missing to the nearest gate at least. */
function leastTo(goals: readonly Gate[], { x, y }: Point): number {
  let least = Infinity
  for (const { at, price } of goals) least = Math.min(least, Math.abs(at.x - x) + Math.abs(at.y - y) + price)
  return least
}

function sorted(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b)
}

/** Whether the step to the right of a node, or below it, runs through a rectangle. */
function blockedSteps(
  rects: readonly Rect[],
  xs: readonly number[],
  ys: readonly number[],
): (node: number, isLevel: boolean) => boolean {
  const [level, upright] = [new Uint8Array(xs.length * ys.length), new Uint8Array(xs.length * ys.length)]
  for (const { x, y, width, height } of rects) {
    const [left, right] = [indexFrom(xs, x), indexFrom(xs, x + width)]
    const [top, bottom] = [indexFrom(ys, y), indexFrom(ys, y + height)]
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < right; column++) {
        if (ys[row]! > y) level[row * xs.length + column] = 1
        if (xs[column]! > x) upright[row * xs.length + column] = 1
      }
    }
  }
  return (node, isLevel) => (isLevel ? level : upright)[node] === 1
}

/** How many lines cross the step to the right of a node, or below it. */
function crossedSteps(
  lines: Iterable<readonly Point[]>,
  xs: readonly number[],
  ys: readonly number[],
): (node: number, isLevel: boolean) => number {
  const [level, upright] = [new Uint16Array(xs.length * ys.length), new Uint16Array(xs.length * ys.length)]
  for (const points of lines) {
    for (let index = 1; index < points.length; index++) {
      const [a, b] = [points[index - 1]!, points[index]!]
      for (let row = indexFrom(ys, Math.min(a.y, b.y)); row < ys.length && ys[row]! < Math.max(a.y, b.y); row++) {
        const column = indexFrom(xs, a.x + ((b.x - a.x) * (ys[row]! - a.y)) / (b.y - a.y)) - 1
        if (column >= 0) level[row * xs.length + column]!++
      }
      for (
        let column = indexFrom(xs, Math.min(a.x, b.x));
        column < xs.length && xs[column]! < Math.max(a.x, b.x);
        column++
      ) {
        const row = indexFrom(ys, a.y + ((b.y - a.y) * (xs[column]! - a.x)) / (b.x - a.x)) - 1
        if (row >= 0) upright[row * xs.length + column]!++
      }
    }
  }
  return (node, isLevel) => (isLevel ? level : upright)[node]!
}

/** The index of the first coordinate that is not less than another, by bisection. */
function indexFrom(all: readonly number[], value: number): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (all[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** A priority queue for costs that mostly grow, by buckets (Dial, 1969). */
function createQueue(): { add(item: number, cost: number): void; take(): number | undefined } {
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
