import { describe, expect, it } from 'vitest'
import type { Pair } from './layer-graph.ts'
import { planOf } from './plan.ts'

const card = { width: 160, height: 72 }
const noLabel = { width: 0, height: 0 }
const pair = (from: number, to: number): Pair => ({ from, to, label: noLabel, count: 1 })
const cards = (count: number): { width: number; height: number }[] => Array.from({ length: count }, () => card)
const chain = (count: number): Pair[] => Array.from({ length: count - 1 }, (_, index) => pair(index, index + 1))
const star = (leaves: number): Pair[] => Array.from({ length: leaves }, (_, index) => pair(0, index + 1))

describe('the plan of a drawing', () => {
  it('has one band where a slide shows it well', () => {
    expect(planOf(cards(5), chain(5), [0, 1, 2, 3, 4], ['horizontal', 'vertical'], 1_000).bands).toBe(1)
  })

  it('folds a long chain', () => {
    const layers = cards(40).map((_, index) => index)
    expect(planOf(cards(40), chain(40), layers, ['horizontal', 'vertical'], 1_000).bands).toBeGreaterThan(2)
  })

  it('splits a layer that is far too high', () => {
    const layers = [0, ...cards(40).map(() => 1)]
    const { graph } = planOf(cards(41), star(40), layers, ['horizontal', 'vertical'], 1_000)
    expect(Math.max(...graph.layers)).toBeGreaterThan(1)
  })

  it('splits none where that would take more boxes than allowed', () => {
    const layers = [0, ...cards(40).map(() => 1)]
    const { graph } = planOf(cards(41), star(40), layers, ['horizontal', 'vertical'], 41)
    expect(graph.boxes).toHaveLength(41)
  })

  it('goes down where a card has more edges than its left and right sides take', () => {
    const pairs = star(16)
    const layers = [0, ...pairs.map(() => 1)]
    expect(planOf(cards(17), pairs, layers, ['horizontal', 'vertical'], 17).axis).toBe('vertical')
  })
})
