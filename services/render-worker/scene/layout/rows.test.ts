import { expect, it } from 'vitest'
import { doOverlap, middleOf } from '../geometry/rect.ts'
import { distanceBetween } from '../geometry/segment.ts'
import { pairsOf } from '../../../../test/gallery/pairs.ts'
import { placeInRows } from './rows.ts'
import { slideWith } from './slide.ts'

const noText = { width: 0, height: 0 }
const slide = slideWith({ title: noText, legend: noText })
const boxes = Array.from({ length: 12 }, (_, index) => ({ width: 400 + 10 * (index % 3), height: 250 }))

it('fills a slide, without overlaps', () => {
  const rects = placeInRows(boxes, [], slide)
  expect([...pairsOf(rects)].filter(([a, b]) => doOverlap(a, b))).toEqual([])
  expect(new Set(rects.map((it) => it.y)).size).toBe(3)
})

it('places linked boxes beside each other', () => {
  const links = [
    { from: 0, to: 11 },
    { from: 1, to: 10 },
    { from: 2, to: 9 },
  ]
  const rects = placeInRows(boxes, links, slide)
  const lengths = links.map(({ from, to }) => distanceBetween(middleOf(rects[from]!), middleOf(rects[to]!)))
  expect(Math.max(...lengths)).toBeLessThan(500)
})

it('places a box after those that lead to it', () => {
  const heights = [900, 1_000, 1_100]
  const chain = [
    { from: 2, to: 1 },
    { from: 1, to: 0 },
  ]
  const rects = placeInRows(
    heights.map((height) => ({ width: 600, height })),
    chain,
    slide,
  )
  expect(rects.map((it) => it.x)).toEqual([1_200, 600, 0])
})

it('has no more rows than boxes, and none without boxes', () => {
  expect(placeInRows([{ width: 10, height: 10 }], [], slide)).toEqual([{ x: 0, y: 0, width: 10, height: 10 }])
  expect(placeInRows([], [], slide)).toEqual([])
})
