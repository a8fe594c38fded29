import type { Box } from './box.ts'
import { CLEARANCE } from './free-place.ts'

/** The lower edge of a placed box without its marks. */
const edgeOf = ({ at, height, marks = 0 }: Box): number => at!.y + height - marks

/**
 * Moves boxes down where the marks of boxes above them need room, which the positions of a map do not leave. All below them move as far, so that
 * no distance gets shorter.
 */
export function makeRoom(boxes: readonly Box[]): readonly Box[] {
  if (!boxes.some((it) => it.at && it.marks)) return boxes
  const placed = boxes.filter((it) => it.at)
  const above = placed.toSorted((a, b) => edgeOf(a) - edgeOf(b)).values()
  const tops = new Map<Box, number>()
  let next = above.next().value
  let free = -Infinity
  let move = 0
  for (const box of placed.toSorted((a, b) => a.at!.y - b.at!.y)) {
    for (; next && edgeOf(next) <= box.at!.y; next = above.next().value) {
      if (next.marks) free = Math.max(free, tops.get(next)! + next.height + CLEARANCE)
    }
    move = Math.max(move, free - box.at!.y)
    tops.set(box, box.at!.y + move)
  }
  return boxes.map((it) => (it.at ? { ...it, at: { x: it.at.x, y: tops.get(it)! } } : it))
}
