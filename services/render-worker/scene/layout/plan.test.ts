import { describe, expect, it } from 'vitest'
import { boundingBox } from '../geometry/rect.ts'
import { type Pair, SEPARATION } from './layer-graph.ts'
import { bestDrawing } from './layer-drawing.ts'
import { type LayoutPlan, plansFor, separations } from './plan.ts'
import { slideWith } from './slide.ts'

const card = { width: 160, height: 72 }
const noLabel = { width: 0, height: 0 }
const pair = (from: number, to: number): Pair => ({ from, to, label: noLabel, count: 1 })
const cards = (count: number): { width: number; height: number }[] => Array.from({ length: count }, () => card)
const chain = (count: number): Pair[] => Array.from({ length: count - 1 }, (_, index) => pair(index, index + 1))
const star = (leaves: number): Pair[] => Array.from({ length: leaves }, (_, index) => pair(0, index + 1))

const slide = slideWith({ title: { width: 200, height: 100 }, legend: { width: 0, height: 0 } })
const bestPlan = (boxes: number, pairs: Pair[], layers: number[], maxBoxes = 1_000): LayoutPlan =>
  plansFor(cards(boxes), pairs, [layers], ['horizontal', 'vertical'], maxBoxes, slide)[0]!

describe('the plan of a drawing', () => {
  it('splits a layer that is far too high', () => {
    const { graph } = bestPlan(41, star(40), [0, ...cards(40).map(() => 1)])
    expect(Math.max(...graph.layers)).toBeGreaterThan(1)
  })

  it('splits none where that would take more boxes than allowed', () => {
    const { graph } = bestPlan(41, star(40), [0, ...cards(40).map(() => 1)], 41)
    expect(graph.boxes).toHaveLength(41)
  })

  it.each([
    ['as high as its edges need, 8 px apart', 16, 12 + 15 * 8],
    ['no higher than 360 px', 60, 360],
    ['as high as its content, where that is enough', 3, card.height],
  ])('lets a card be %s', (_, leaves, height) => {
    const layers = [0, ...cards(leaves).map(() => 1)]
    const [plan] = plansFor(cards(leaves + 1), star(leaves), [layers], ['horizontal'], leaves + 1, slide)
    const { within } = separations.horizontal
    expect(plan!.graph.boxes[0]!.height).toBe(height + within - SEPARATION)
  })
})

it('lets a card grow for its self loops, beside its edges', () => {
  const loops = { count: 3, extent: 80 }
  const [hub, ...leaves] = cards(8).map((it, index) => (index === 0 ? { ...it, height: 72 + 80, loops } : it))
  const layers = [0, ...leaves.map(() => 1)]
  const [plan] = plansFor([hub!, ...leaves], star(7), [layers], ['horizontal'], 8, slide)
  const { within } = separations.horizontal
  expect(plan!.graph.boxes[0]!.height).toBe(80 + 12 + 9 * 8 + 80 + within - SEPARATION)
})

describe('the best drawing', () => {
  it.each([
    ['a chain of 5', 5, 1, 2],
    ['a chain of 40, which is folded', 40, 3, 8],
  ])('of %s has the shape of a slide', async (_, count, leastRows, mostRows) => {
    const layers = cards(count).map((__, index) => index)
    const plans = plansFor(cards(count), chain(count), [layers], ['horizontal'], 1_000, slide)
    const { rects } = await bestDrawing(plans, slide, [])
    const rows = new Set(rects.map((it) => it.y)).size
    expect(rows).toBeGreaterThanOrEqual(leastRows)
    expect(rows).toBeLessThanOrEqual(mostRows)
    const { width, height } = boundingBox(rects)
    expect((width + 96) / (height + 196)).toBeLessThan(2.4)
  })
})
