import type { Connector } from '../../services/render-worker/scene/draw/connector.ts'
import type { Rect } from '../../services/render-worker/scene/draw/display-list.ts'
import { samplesOf, verticesOf } from '../../services/render-worker/scene/geometry/path.ts'
import { boundingBox } from '../../services/render-worker/scene/geometry/rect.ts'

/** Where an edge runs. */
export interface Trace {
  /** `source → target`, with its label if it has one. */
  name: string
  /** Around the line. */
  bounds: Rect
  /** Where the label's halo is. */
  label: Rect | undefined
}

const STEP = 4
/** Rectangles that touch do not overlap, nor do those that only rounding brought over each other. */
const EPSILON = 1e-6

export function traceOf({ edge, path }: Connector, label: Rect | undefined): Trace {
  const name = `${edge.source} → ${edge.target}${edge.label ? ` (${edge.label})` : ''}`
  return { name, bounds: boundingBox([...verticesOf(path), ...samplesOf(path, STEP)]), label }
}

export function doOverlap(a: Rect, b: Rect): boolean {
  return (
    a.x + EPSILON < b.x + b.width &&
    b.x + EPSILON < a.x + a.width &&
    a.y + EPSILON < b.y + b.height &&
    b.y + EPSILON < a.y + a.height
  )
}

export function isWithin(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}
