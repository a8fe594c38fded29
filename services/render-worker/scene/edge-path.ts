import type { MapEdge } from '@maps/shared/map'
import { getBezierPath, getSmoothStepPath, getStraightPath, Position } from '@xyflow/system'
import type { Point, Rect } from './display-list.ts'
import { type Path, createPath, parsePath } from './path.ts'

export type LineKind = NonNullable<MapEdge['line']>
export type Side = 'left' | 'right' | 'top' | 'bottom'
export type Axis = 'horizontal' | 'vertical'

/** Where an edge leaves one card and meets the other. */
export interface Ends {
  source: Point
  sourceSide: Side
  target: Point
  targetSide: Side
}

/** React Flow's own measures, which `@xyflow/system` takes by default; named since self loops use them too. */
const CURVATURE = 0.25
const STEP_RADIUS = 5
const STEP_OFFSET = 20
/** How far parallel edges stand apart, and how far from a card's corner they stay. */
const FAN_GAP = 20
const CORNER = 16
const LOOP = { fromCorner: 24, step: 13, reach: 70, reachStep: 36, most: 12 }

const positions: Record<Side, Position> = {
  left: Position.Left,
  right: Position.Right,
  top: Position.Top,
  bottom: Position.Bottom,
}

/** The sides that face each other over the larger free gap; where both are equal, left and right. `preferred` wins where it is free. */
export function facingSides(source: Rect, target: Rect, preferred?: Axis): [Side, Side] {
  const horizontal = Math.max(target.x - source.x - source.width, source.x - target.x - target.width)
  const vertical = Math.max(target.y - source.y - source.height, source.y - target.y - target.height)
  const axis = chooseAxis(horizontal, vertical, preferred)
  if (axis === 'horizontal') {
    const isRightward = target.x + target.width / 2 >= source.x + source.width / 2
    return isRightward ? ['right', 'left'] : ['left', 'right']
  }
  const isDownward = target.y + target.height / 2 >= source.y + source.height / 2
  return isDownward ? ['bottom', 'top'] : ['top', 'bottom']
}

function chooseAxis(horizontal: number, vertical: number, preferred?: Axis): Axis {
  if (preferred === 'horizontal' && horizontal > STEP_OFFSET) return preferred
  if (preferred === 'vertical' && vertical > STEP_OFFSET) return preferred
  return horizontal >= vertical ? 'horizontal' : 'vertical'
}

/** The ends of the `index`th of `count` edges between two cards: the middle of the sides, fanned out along them. */
export function endsBetween(
  source: Rect,
  target: Rect,
  [sourceSide, targetSide]: [Side, Side],
  index: number,
  count: number,
): Ends {
  const isHorizontal = sourceSide === 'left' || sourceSide === 'right'
  const shortest = isHorizontal ? Math.min(source.height, target.height) : Math.min(source.width, target.width)
  const gap = count < 2 ? 0 : Math.min(FAN_GAP, (shortest - 2 * CORNER) / (count - 1))
  const offset = (index - (count - 1) / 2) * gap
  return {
    source: middleOf(source, sourceSide, offset),
    sourceSide,
    target: middleOf(target, targetSide, offset),
    targetSide,
  }
}

/** The middle of a side, or so many px along it. */
export function middleOf({ x, y, width, height }: Rect, side: Side, offset: number): Point {
  switch (side) {
    case 'left':
      return { x, y: y + height / 2 + offset }
    case 'right':
      return { x: x + width, y: y + height / 2 + offset }
    case 'top':
      return { x: x + width / 2 + offset, y }
    case 'bottom':
      return { x: x + width / 2 + offset, y: y + height }
  }
}

/** The line from end to end, exactly as React Flow draws it. */
export function edgePath(line: LineKind, { source, sourceSide, target, targetSide }: Ends): Path {
  const ends = {
    ...{ sourceX: source.x, sourceY: source.y, sourcePosition: positions[sourceSide] },
    ...{ targetX: target.x, targetY: target.y, targetPosition: positions[targetSide] },
  }
  switch (line) {
    case 'bezier':
      return parsePath(getBezierPath({ ...ends, curvature: CURVATURE })[0])
    case 'smoothstep':
      return parsePath(getSmoothStepPath({ ...ends, borderRadius: STEP_RADIUS, offset: STEP_OFFSET })[0])
    case 'step':
      return parsePath(getSmoothStepPath({ ...ends, borderRadius: 0, offset: STEP_OFFSET })[0])
    case 'straight':
      return parsePath(getStraightPath(ends)[0])
  }
}

/** The ends of a card's `index`th edge to itself: out of its right side, around the corner, into its top. */
export function loopEnds({ x, y, width, height }: Rect, index: number): Ends {
  const fromCorner = LOOP.fromCorner + Math.min(index, LOOP.most) * LOOP.step
  return {
    source: { x: x + width, y: y + Math.min(fromCorner, height - CORNER) },
    sourceSide: 'right',
    target: { x: x + Math.max(width - fromCorner, CORNER), y },
    targetSide: 'top',
  }
}

/** A self loop; each runs around the one before. React Flow has none of its own. */
export function loopPath(line: LineKind, ends: Ends, index: number): Path {
  const { source, target } = ends
  if (line === 'smoothstep' || line === 'step') {
    const [d] = getSmoothStepPath({
      ...{ sourceX: source.x, sourceY: source.y, sourcePosition: Position.Right },
      ...{ targetX: target.x, targetY: target.y, targetPosition: Position.Top },
      ...{
        borderRadius: line === 'step' ? 0 : STEP_RADIUS,
        offset: STEP_OFFSET + Math.min(index, LOOP.most) * LOOP.step,
      },
    })
    return parsePath(d)
  }
  const reach = LOOP.reach + Math.min(index, LOOP.most) * LOOP.reachStep
  return createPath([[source, { x: source.x + reach, y: source.y }, { x: target.x, y: target.y - reach }, target]])
}

/** How far `count` self loops reach beyond their card, to the right and above. */
export function loopRoom(count: number): number {
  return count === 0 ? 0 : STEP_OFFSET + 10 + Math.min(count, LOOP.most) * LOOP.step
}
