import { describe, expect, it } from 'vitest'
import { endsBetween, facingSides } from './edge-path.ts'

const card = (x: number, y: number) => ({ x, y, width: 200, height: 100 })

describe('facingSides', () => {
  it.each([
    ['right of it', card(300, 0), ['right', 'left']],
    ['left of it', card(-300, 0), ['left', 'right']],
    ['below it', card(0, 200), ['bottom', 'top']],
    ['above it', card(0, -200), ['top', 'bottom']],
    ['further right than below', card(400, 250), ['right', 'left']],
    ['further below than right', card(250, 400), ['bottom', 'top']],
    ['as far right as below', card(300, 200), ['right', 'left']],
    ['that covers it', card(10, 90), ['bottom', 'top']],
  ] as const)('goes to a card %s over the larger gap', (_where, target, expected) => {
    expect(facingSides(card(0, 0), target)).toEqual(expected)
  })

  it('follows the direction of a layout where there is a gap that way', () => {
    expect(facingSides(card(0, 0), card(250, 400), 'horizontal')).toEqual(['right', 'left'])
    expect(facingSides(card(0, 0), card(10, 400), 'horizontal')).toEqual(['bottom', 'top'])
  })
})

describe('endsBetween', () => {
  it('meets the middle of both sides', () => {
    const { source, target } = endsBetween(card(0, 0), card(300, 40), ['right', 'left'], 0, 1)

    expect([source, target]).toEqual([
      { x: 200, y: 50 },
      { x: 300, y: 90 },
    ])
  })

  it('keeps a crowd of edges on the side of the card', () => {
    const heights = [0, 99].map(
      (index) => endsBetween(card(0, 0), card(300, 0), ['right', 'left'], index, 100).source.y,
    )

    expect(heights[0]).toBeCloseTo(16)
    expect(heights[1]).toBeCloseTo(84)
  })
})
