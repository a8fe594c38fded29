import { describe, expect, it } from 'vitest'
import { doOverlap } from '../geometry/rect.ts'
import { pairsOf } from '../../../../test/gallery/pairs.ts'
import { type Box, cardWithin } from './box.ts'
import { uncover } from './uncover.ts'

const size = { width: 144, height: 48 }

function boxesAt(...places: readonly [x: number, y: number][]): Box[] {
  return places.map(([x, y], index) => ({ ...size, id: `${index}`, at: { x, y } }))
}

const cardsOf = (boxes: readonly Box[]) => boxes.map((it) => cardWithin({ ...it, ...it.at! }, it))
const order = (values: readonly number[]): number[] =>
  values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!)

describe('the positions of cards', () => {
  it.each<[string, Box[]]>([
    ['are apart', boxesAt([0, 0], [144, 0], [0, 48])],
    ['overlap by a tenth', boxesAt([0, 0], [130, 0], [0, 40])],
    ['overlap by no more than their padding', boxesAt([0, 0], [130, 0], [0, 34])],
    ['are behind the self loop of another', [...boxesAt([0, 0]), loopingAt(-100, 60, 4)]],
  ])('stay if these %s', (_, boxes) => {
    expect(uncover(boxes)).toBe(boxes)
  })

  it.each<[string, Box[]]>([
    ['between 0 and 1', boxesAt([0.5, 0.02], [0.12, 0.41], [0.55, 0.44], [0.31, 0.93], [0.97, 0.9])],
    ['that count columns and rows', boxesAt([1, 1], [2, 1], [3, 1], [1, 2], [2, 2], [3, 3])],
    ['a few px apart', boxesAt([10, 0], [10, 20], [10, 40], [12, 60])],
    ['between 0 and 1, far from the origin', boxesAt([9_000.1, -5e4], [9_000.4, -5e4], [9_000.6, -5e4 + 0.3])],
    ['of smaller cards', boxesAt([0, 0], [100, 0], [200, 0], [0, 100], [100, 100], [200, 100])],
    ['in a row, with loops', [loopingAt(0, 0, 1), loopingAt(1, 0, 2), loopingAt(2, 0, 0)]],
  ])('%s are scaled apart, in their order', (_, boxes) => {
    const cards = cardsOf(uncover(boxes))
    const before = cardsOf(boxes)
    expect(pairsOf(cards).filter(([a, b]) => doOverlap(a, b))).toEqual([])
    for (const axis of ['x', 'y'] as const)
      expect(order(cards.map((it) => it[axis]))).toEqual(order(before.map((it) => it[axis])))
  })

  it('are scaled by one factor, no more than gaps between cards need', () => {
    const scaled = uncover(boxesAt([0, 0], [1, 0], [0, 1], [4, 2]))
    expect(scaled.map((it) => it.at)).toEqual([
      { x: 0, y: 0 },
      { x: 216, y: 0 },
      { x: 0, y: 216 },
      { x: 864, y: 432 },
    ])
  })

  it.each([
    { x: 8, y: 4 },
    { x: 100, y: 20 },
  ])('stay where a single card is upon another, and loses its position: %j', (at) => {
    const [first, ...others] = boxesAt([0, 0], [300, 0], [300, 200], [0, 200], [600, 0])
    const upon = { ...size, id: 'upon', at }
    expect(uncover([first!, upon, ...others])).toEqual([first, { ...upon, at: undefined }, ...others])
  })

  it('stay where others have no positions of their own, but all the same', () => {
    const grid = Array.from({ length: 16 }, (_, at): [number, number] => [160 * (at % 4), 64 * Math.floor(at / 4) + 64])
    const unset = Array.from({ length: 9 }, (): [number, number] => [0, 0])
    expect(uncover(boxesAt(...grid, ...unset)).map((it) => it.at)).toEqual([
      ...grid.map(([x, y]) => ({ x, y })),
      { x: 0, y: 0 },
      ...unset.slice(1).map(() => undefined),
    ])
  })

  it('are lost where no sensible scale separates them', () => {
    const left = (boxes: readonly Box[]) => uncover(boxes).filter((it) => it.at).length
    expect(left(boxesAt([7, 7], [7, 7], [7, 7]))).toBe(1)
    expect(left(boxesAt([0, 0], [1e-9, 0], [1, 0], [1, 1]))).toBe(3)
    expect(left(Array.from({ length: 20_000 }, (_, index) => boxesAt([1e-12 * index, 0])[0]!))).toBe(1)
  })
})

function loopingAt(x: number, y: number, count: number): Box {
  const extent = count === 0 ? 0 : 8 + 24 * count
  const { width, height } = size
  return {
    id: `looping ${x} ${y}`,
    width: width + extent,
    height: height + extent,
    at: { x, y: y - extent },
    loops: { count, extent },
  }
}
