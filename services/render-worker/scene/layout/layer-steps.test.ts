import { describe, expect, it } from 'vitest'
import { countLayerSteps } from './layer-steps.ts'

type Ends = readonly [source: number, target: number]

function stepsOf(count: number, links: readonly Ends[]): number {
  const boxes = Array.from({ length: count }, (_, index) => ({ id: `${index}`, width: 1, height: 1, at: undefined }))
  const label = { width: 0, height: 0 }
  const named = links.map(([source, target]) => ({ source: `${source}`, target: `${target}`, label }))
  return countLayerSteps(boxes, named)
}

const chain = (count: number): Ends[] => Array.from({ length: count - 1 }, (_, index) => [index, index + 1])

describe('the steps from layer to layer', () => {
  it('are as many as links where each leads to the next layer', () => {
    expect(stepsOf(0, [])).toBe(0)
    expect(stepsOf(100, chain(100))).toBe(99)
    const crossed = [0, 3].flatMap((source) => [1, 2].map((target): Ends => [source, target]))
    expect(stepsOf(4, crossed)).toBe(4)
  })

  it('are more where a link skips layers, in either direction', () => {
    expect(stepsOf(100, [...chain(100), [0, 99]])).toBe(99 + 99)
    expect(stepsOf(100, [...chain(100), [99, 0]])).toBe(99 + 99)
    expect(stepsOf(100, [...chain(100), [60, 20], [10, 30]])).toBe(99 + 40 + 20)
  })

  it('are few for a box that leads to a distant layer: the box is in the layer before it', () => {
    expect(stepsOf(101, [...chain(100), [100, 90]])).toBe(99 + 1)
  })

  it('are counted without recursion, in long maps', () => {
    expect(stepsOf(20_000, [...chain(20_000), [19_999, 0]])).toBe(2 * 19_999)
  })
})
