import type { Point, Rect } from './display-list.ts'
import { edgePath, type Ends, endsBetween, type LineKind, type Side } from './edge-path.ts'
import { type Path, samplesOf } from './path.ts'
import type { RectIndex } from './rect-index.ts'

export interface Route {
  ends: Ends
  path: Path
}

const sides: readonly Side[] = ['right', 'left', 'top', 'bottom']
/** A px behind a card is worth a detour of so many. */
const HIDDEN_WEIGHT = 6
const SAMPLE = 16
/** Ends that leave over a side that does not face the other card are a surprise, worth only a clear gain. */
const DETOUR = 120
const TURN = 40

/**
 * The way of an edge from card to card: over the facing sides, unless it would run behind other cards there
 * and another choice of sides shows more of it. Without `cards` it is the facing sides.
 */
export function routeEdge(
  line: LineKind,
  source: Rect,
  target: Rect,
  facing: [Side, Side],
  fan: { index: number; count: number },
  cards: RectIndex | undefined,
): Route {
  const along = (pair: [Side, Side]): Route => {
    const ends = endsBetween(source, target, pair, fan.index, fan.count)
    return { ends, path: edgePath(line, ends) }
  }
  const direct = along(facing)
  if (!cards || hiddenLength(direct.path, source, target, cards) === 0) return direct
  let best = direct
  let least = costOf(direct.path, source, target, cards)
  for (const from of sides) {
    for (const to of sides) {
      const route = along([from, to])
      if (from !== to && !isRoomy(route.ends)) continue
      const cost = costOf(route.path, source, target, cards) + DETOUR
      if (cost >= least) continue
      best = route
      least = cost
    }
  }
  return best
}

/** Whether both ends have the room to leave their card straight before they turn to the other. */
function isRoomy({ source, sourceSide, target, targetSide }: Ends): boolean {
  return beyond(source, sourceSide, target) >= TURN && beyond(target, targetSide, source) >= TURN
}

/** How far a point lies out from a side. */
function beyond(from: Point, side: Side, point: Point): number {
  switch (side) {
    case 'left':
      return from.x - point.x
    case 'right':
      return point.x - from.x
    case 'top':
      return from.y - point.y
    case 'bottom':
      return point.y - from.y
  }
}

function costOf(path: Path, source: Rect, target: Rect, cards: RectIndex): number {
  return (
    path.length +
    HIDDEN_WEIGHT *
      (hiddenLength(path, source, target, cards) + lengthWithin(path, source) + lengthWithin(path, target))
  )
}

/** Px of the path behind cards that are not its own. */
function hiddenLength(path: Path, source: Rect, target: Rect, cards: RectIndex): number {
  let hidden = 0
  for (const point of samplesOf(path, SAMPLE)) {
    if (cards.at(point).some((it) => it !== source && it !== target)) hidden += SAMPLE
  }
  return hidden
}

/** Px of the path behind one of its own cards. */
function lengthWithin(path: Path, { x, y, width, height }: Rect): number {
  let within = 0
  for (const point of samplesOf(path, SAMPLE)) {
    if (point.x > x + 1 && point.x < x + width - 1 && point.y > y + 1 && point.y < y + height - 1) within += SAMPLE
  }
  return within
}
