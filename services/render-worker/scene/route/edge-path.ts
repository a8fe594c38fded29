import type { MapEdge } from '@maps/shared/map'
import type { Point } from '../draw/display-list.ts'
import { createPath, type Path } from '../geometry/path.ts'
import { distanceOut, type Ends, movedOut, type Side } from './ends.ts'
import { STEP_OFFSET, stepPath } from './step-path.ts'

/** The shape of the line of an edge. */
export type LineKind = NonNullable<MapEdge['line']>

/** React Flow's default curvature. */
const CURVATURE = 0.25
/** Corner radius of a `smoothstep` line, in canvas px. */
const STEP_RADIUS = 5
/** Corner radius of an orthogonal route of a curve, if there is space, in canvas px. */
const SMOOTH_RADIUS = 32

/** Whether a kind of line is always orthogonal. */
export function isStepped(line: LineKind): boolean {
  return line === 'smoothstep' || line === 'step'
}

/** Corner radius of an orthogonal route of a kind of line, in canvas px. */
export function cornerRadius(line: LineKind): number {
  if (line === 'step') return 0
  return line === 'smoothstep' ? STEP_RADIUS : SMOOTH_RADIUS
}

/**
 * The path between two ends, exactly as React Flow draws it.
 *
 * @param stepOffset length of the first and last segment of an orthogonal line, in px
 */
export function edgePath(line: LineKind, ends: Ends, stepOffset = STEP_OFFSET): Path {
  const { source, sourceSide, target, targetSide } = ends
  switch (line) {
    case 'bezier':
      return createPath([
        [source, controlPoint(source, sourceSide, target), controlPoint(target, targetSide, source), target],
      ])
    case 'smoothstep':
      return stepPath(ends, STEP_RADIUS, stepOffset)
    case 'step':
      return stepPath(ends, 0, stepOffset)
    case 'straight':
      return createPath([[source, target]])
  }
}

/** The control point of a curve at one of its ends, as in React Flow. */
function controlPoint(from: Point, side: Side, to: Point): Point {
  const distance = distanceOut(from, side, to)
  return movedOut(from, side, distance >= 0 ? distance / 2 : CURVATURE * 25 * Math.sqrt(-distance))
}
