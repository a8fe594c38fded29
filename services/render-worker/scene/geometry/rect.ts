/** A point, in canvas px. */
export interface Point {
  x: number
  y: number
}

/** Width and height, in canvas px. */
export interface Size {
  width: number
  height: number
}

/** A rectangle; `x` and `y` are its top left corner. */
export interface Rect extends Point, Size {}

/** The smallest rectangle around points and rectangles. Without any, its size is not finite. */
export function boundingBox(items: Iterable<Point & Partial<Size>>): Rect {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const { x, y, width = 0, height = 0 } of items) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The middle of a rectangle. */
export function middleOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

/** Enlarges a rectangle by `by` px on every side. */
export function inflate({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

/** The square around a point whose sides are `reach` px away from it. */
export function squareAround({ x, y }: Point, reach: number): Rect {
  return { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach }
}

/** Whether two rectangles share an area. Rectangles that only touch do not. */
export function doOverlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Whether a rectangle is inside another one, not on its border. */
export function isWithin({ x, y, width, height }: Rect, outer: Rect): boolean {
  return contains(outer, { x, y }) && contains(outer, { x: x + width, y: y + height })
}

/** Whether a point is inside a rectangle, not on its border. */
export function contains({ x, y, width, height }: Rect, point: Point): boolean {
  return point.x > x && point.x < x + width && point.y > y && point.y < y + height
}
