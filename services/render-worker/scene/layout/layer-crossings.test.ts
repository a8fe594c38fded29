import { expect, it } from 'vitest'
import type { Rect } from '../geometry/rect.ts'
import { countCrossings } from './layer-crossings.ts'

/** A graph with two layers, whose boxes 0, 1, 2 and 3, 4, 5 are one below another. */
function crossingsOf(...links: [from: number, to: number][]): number {
  const layers = [0, 0, 0, 1, 1, 1]
  const rects = layers.map((layer, box): Rect => ({ x: 200 * layer, y: 50 * (box % 3), width: 100, height: 40 }))
  return countCrossings(
    { layers, links: links.map(([from, to]) => ({ from, to, weight: 1, room: 0, edges: 1 })) },
    rects,
  )
}

it.each<[number, [number, number][]]>([
  [0, []],
  [
    0,
    [
      [0, 3],
      [1, 4],
      [2, 5],
    ],
  ],
  [
    1,
    [
      [0, 4],
      [1, 3],
    ],
  ],
  [
    3,
    [
      [0, 5],
      [1, 4],
      [2, 3],
    ],
  ],
  // Links that share an end do not cross.
  [
    0,
    [
      [0, 3],
      [0, 4],
      [0, 5],
    ],
  ],
  [
    0,
    [
      [0, 4],
      [1, 4],
      [2, 4],
    ],
  ],
  [9, [0, 1, 2].flatMap((from) => [3, 4, 5].map((to): [number, number] => [from, to]))],
])('counts %i crossings', (count, links) => {
  expect(crossingsOf(...links)).toBe(count)
})
