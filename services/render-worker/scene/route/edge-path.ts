import type { MapEdge } from '@maps/shared/map'
import { createPath, type Path } from '../geometry/path.ts'
import type { Point } from '../geometry/rect.ts'
import { distanceOut, movedOut, type Side } from '../geometry/sides.ts'
import type { Ends } from './ends.ts'
import { DETOUR_RADIUS } from './tuning.ts'

/** The shape of the line of an edge. */
export type LineKind = NonNullable<MapEdge['line']>
/** The kinds of lines that are always orthogonal. */
export type SteppedLine = 'smoothstep' | 'step'

/** React Flow's default curvature. */
const CURVATURE = 0.25
/** Corner radius of a `smoothstep` line, in canvas px. */
const STEP_RADIUS = 5

/** Whether a kind of line is always orthogonal. */
export function isStepped(line: LineKind): line is SteppedLine {
  return line === 'smoothstep' || line === 'step'
}

/** Corner radius of an orthogonal route of a kind of line, in canvas px. */
export function cornerRadius(line: LineKind): number {
  if (line === 'step') return 0
  return line === 'smoothstep' ? STEP_RADIUS : DETOUR_RADIUS
}

/** The path without corners between two ends, exactly as React Flow draws it. */
export function edgePath(line: Exclude<LineKind, SteppedLine>, ends: Ends): Path {
  const { source, sourceSide, target, targetSide } = ends
  if (line === 'straight') return createPath([[source, target]])
  return createPath([
    [source, controlPoint(source, sourceSide, target), controlPoint(target, targetSide, source), target],
  ])
}

/** The control point of a curve at one of its ends, as in React Flow. */
function controlPoint(from: Point, side: Side, to: Point): Point {
  const distance = distanceOut(from, side, to)
  return movedOut(from, side, distance >= 0 ? distance / 2 : CURVATURE * 25 * Math.sqrt(-distance))
}
