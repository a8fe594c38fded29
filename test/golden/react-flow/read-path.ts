import { createPath, type Path } from '../../../services/render-worker/scene/geometry/path.ts'
import type { Point } from '../../../services/render-worker/scene/geometry/rect.ts'
import { quadraticCurve, type Segment } from '../../../services/render-worker/scene/geometry/segment.ts'

/** Parses SVG path data of React Flow: absolute M, L, Q and C commands. */
export function readPath(d: string): Path {
  const segments: Segment[] = []
  let at: Point = { x: 0, y: 0 }
  for (const [, command, numbers = ''] of d.matchAll(/([MLQC])([^MLQC]*)/g)) {
    const points = pointsIn(numbers)
    const [first, second, third] = points
    if (command === 'L') segments.push([at, first!])
    if (command === 'Q') segments.push(quadraticCurve(at, first!, second!))
    if (command === 'C') segments.push([at, first!, second!, third!])
    at = points.at(-1)!
  }
  return createPath(segments)
}

function pointsIn(text: string): Point[] {
  const numbers = text.trim().split(/[ ,]+/).map(Number)
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({ x: numbers[2 * index]!, y: numbers[2 * index + 1]! }))
}
