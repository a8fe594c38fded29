import { describe, expect, it } from 'vitest'
import type { Box, Link } from './box.ts'
import { placeUnpositioned } from './place-unpositioned.ts'

const size = { width: 144, height: 60 }
const label = { width: 0, height: 0 }

/** A box with a position, and links from it to boxes without one. */
function star(count: number): [Box[], Link[]] {
  const ids = Array.from({ length: count }, (_, index) => `around ${index}`)
  const centre = { ...size, id: 'centre', at: { x: 0, y: 0 } }
  const boxes = [centre, ...ids.map((id) => ({ ...size, id, at: undefined }))]
  return [boxes, ids.map((target) => ({ source: 'centre', target, label }))]
}

describe('boxes around one', () => {
  it('are on all sides of it', () => {
    const [boxes, links] = star(1_000)
    const rects = placeUnpositioned(boxes, links)
    expect(rects.filter((it) => it.y < 0).length).toBeGreaterThan(400)
    expect(rects.filter((it) => it.y > 0).length).toBeGreaterThan(400)
  })

  it('take bounded work: the last ones are below all others', () => {
    const [boxes, links] = star(20_000)
    const rects = placeUnpositioned(boxes, links)
    expect(new Set(rects.map(({ x, y }) => `${x} ${y}`)).size).toBe(boxes.length)
    const [centre] = rects
    const highest = Math.min(...rects.map((it) => it.y))
    const lowest = Math.max(...rects.map((it) => it.y))
    expect(lowest - centre!.y).toBeGreaterThan(3 * (centre!.y - highest))
  })
})
