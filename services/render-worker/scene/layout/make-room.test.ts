import { expect, it } from 'vitest'
import type { Box } from './box.ts'
import { makeRoom } from './make-room.ts'

/** Boxes of 100 × 50 px without their marks. */
function boxesAt(...places: readonly [x: number, y: number, marks?: number][]): Box[] {
  return places.map(([x, y, marks = 0], index) => ({
    id: `${index}`,
    width: 100,
    height: 50 + marks,
    at: { x, y },
    marks,
  }))
}

const topsOf = (boxes: readonly Box[]) => boxes.map((it) => it.at?.y)

it('moves what is below marks down, with all that is further below', () => {
  const boxes = boxesAt([0, 0, 40], [0, 70], [300, 70], [300, 0], [0, 200])
  expect(topsOf(makeRoom(boxes))).toEqual([0, 110, 110, 0, 240])
})

it('adds the marks of one box below another', () => {
  expect(topsOf(makeRoom(boxesAt([0, 0, 30], [0, 70, 30], [0, 140])))).toEqual([0, 100, 200])
})

it('keeps the positions of a map that leaves room, or has no marks', () => {
  const roomy = boxesAt([0, 0, 40], [0, 110, 40], [200, 30])
  expect(makeRoom(roomy)).toEqual(roomy)
  const plain = boxesAt([0, 0], [0, 40])
  expect(makeRoom(plain)).toBe(plain)
})

it('keeps the distances of boxes that overlap, and boxes without a position', () => {
  const unplaced: Box = { id: 'new', width: 100, height: 50, at: undefined, marks: 30 }
  const moved = makeRoom([unplaced, ...boxesAt([0, 0, 40], [0, 70], [10, 90])])
  expect(topsOf(moved)).toEqual([undefined, 0, 110, 130])
})
