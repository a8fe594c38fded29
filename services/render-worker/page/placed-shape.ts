import type { Primitive } from '../scene/draw/display-list.ts'
import type { Point } from '../scene/geometry/rect.ts'

/** A primitive that is visible on the canvas. */
export type PaintedShape = Exclude<Primitive, { kind: 'move' }>

/** A shape with its offset and path, which are computed once for all strips. */
export interface PlacedShape {
  item: PaintedShape
  offset: Point
  path: Path2D | undefined
}

/** Extent of lines beyond their geometry, in canvas px. */
const LINE_ROOM = 4
/** Matches texts of ASCII and emoji. The emoji of a family takes 0.2 ms in each strip that it may reach. */
const plainText = /^[\x20-\x7e\p{Emoji}\p{Emoji_Component}]*$/u
/** Matches texts with stacked marks, which reach far. */
const stackedMarks = /\p{M}{2}/u

/** Returns the shapes of a drawing with their offsets, in the order of painting. */
export function placeShapes(items: readonly Primitive[]): PlacedShape[] {
  let offset = { x: 0, y: 0 }
  const placed: PlacedShape[] = []
  for (const item of items) {
    if (item.kind === 'move') offset = { x: offset.x + item.x, y: offset.y + item.y }
    else placed.push({ item, offset, path: pathOf(item) })
  }
  return placed
}

function pathOf(item: PaintedShape): Path2D | undefined {
  if (item.kind === 'path') return new Path2D(item.d)
  return item.kind === 'icon' ? new Path2D(item.shape.d) : undefined
}

/** Vertical extent of a shape in canvas px, as an upper estimate. */
export function reachOf(item: PaintedShape): [top: number, bottom: number] {
  switch (item.kind) {
    case 'path':
      return [item.top - LINE_ROOM, item.bottom + LINE_ROOM]
    case 'stripe':
      return [item.card.y - 1, item.card.y + item.card.height + 1]
    case 'circle':
      return [item.y - item.radius - LINE_ROOM, item.y + item.radius + LINE_ROOM]
    case 'icon':
      return [item.y, item.y + item.size]
    case 'text': {
      const [above, below] = textReach(item.text)
      return [item.y - above * item.font.size, item.y + below * item.font.size]
    }
    default:
      return [item.y - LINE_ROOM, item.y + item.height + LINE_ROOM]
  }
}

/** Maximum extent of letters above and below their baseline, in em. */
function textReach(text: string): [above: number, below: number] {
  if (plainText.test(text)) return [1.25, 0.5]
  return stackedMarks.test(text) ? [8, 8] : [2, 2]
}
