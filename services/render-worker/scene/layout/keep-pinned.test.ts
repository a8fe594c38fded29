import { describe, expect, it } from 'vitest'
import type { Box } from './box.ts'
import { keepPinned } from './keep-pinned.ts'
import { layOut } from './layout.ts'

const size = { width: 144, height: 60 }
const noText = { width: 0, height: 0 }

function pinnedAt(id: string, x: number, y: number, more: Partial<Box> = {}): Box {
  return { ...size, id, at: undefined, pin: { x, y, ...size }, ...more }
}
const placeOf = ({ at }: Box) => [at?.x, at?.y]

describe('pinned boxes', () => {
  it('are at their pins, with at least their pinned sizes, unless the map places them', () => {
    const large = { x: 0, y: 200, width: 200, height: 300 }
    const boxes = [
      pinnedAt('a', 0, 0),
      { ...pinnedAt('b', 0, 200), pin: large },
      pinnedAt('c', 0, 0, { at: { x: 400, y: 5 } }),
    ]
    const kept = keepPinned(boxes)
    expect(kept.map(placeOf)).toEqual([
      [0, 0],
      [0, 200],
      [400, 5],
    ])
    expect(kept[1]).toMatchObject({ width: 200, height: 300 })
  })

  it('that have grown over a neighbour move, and the neighbour stays', () => {
    for (const grown of [0, 1]) {
      const boxes = [pinnedAt('a', 0, 0), pinnedAt('b', 150, 0), pinnedAt('c', 75, 70)]
      boxes[grown] = { ...boxes[grown]!, width: 200, height: 90 }
      const places = keepPinned(boxes).map(placeOf)
      expect(places.filter((_, index) => index !== grown)).toEqual(
        boxes.filter((_, index) => index !== grown).map(({ pin }) => [pin!.x, pin!.y]),
      )
      expect(places[grown]).not.toEqual([boxes[grown].pin!.x, boxes[grown].pin!.y])
    }
  })

  it('that have grown keep the room for a line to their neighbours', () => {
    const boxes = [pinnedAt('a', 0, 0, { height: 77 }), pinnedAt('b', 0, 80)]
    const [grown, neighbour] = keepPinned(boxes)
    expect(placeOf(neighbour!)).toEqual([0, 80])
    const { at, height } = grown!
    expect(Math.max(80 - at!.y - height, at!.y - 140)).toBeGreaterThanOrEqual(14)
  })

  it('that have grown make the gap beside them narrower, so that lines bend outside of them', async () => {
    const corners = { title: noText, legend: noText }
    const ids = ['a', 'b', 'c', 'd']
    const boxes = ids.map((id): Box => ({ ...size, id, at: undefined }))
    const links = ids.slice(1).map((target) => ({ source: 'a', target, label: noText }))
    const { rects, ...lines } = await layOut(boxes, links, corners)
    const width = size.width + 20
    const grown = boxes.map((it, index) => ({ ...it, pin: rects[index]!, ...(index === 0 && { width }) }))
    const { passages } = await layOut(grown, links, corners, [], lines)
    expect(passages.size).toBe(3)
    for (const { gaps } of passages.values()) expect(gaps[0]!.from).toBe(rects[0]!.x + width)
  })

  it('leave room for the stubs of a view', async () => {
    const boxes = [0, 70, 140].map((y) => {
      const pin = { x: 0, y, width: 144, height: 90 }
      return pinnedAt(`${y}`, 0, y, { height: 90, pin, below: 30, marks: 30 })
    })
    const { rects } = await layOut(boxes, [], { title: noText, legend: noText })
    for (const [index, { y }] of rects.slice(1).entries()) {
      expect(y).toBeGreaterThanOrEqual(rects[index]!.y + rects[index]!.height)
    }
  })

  it('move off a card that the map places on them', () => {
    const boxes = [pinnedAt('a', 0, 0), { ...size, id: 'b', at: { x: 10, y: 10 } }]
    const [a, b] = keepPinned(boxes)
    expect(placeOf(b!)).toEqual([10, 10])
    expect(placeOf(a!)).not.toEqual([0, 0])
  })

  it('on one spot are taken apart with bounded work', async () => {
    const boxes = Array.from({ length: 10_000 }, (_, index) => pinnedAt(`${index}`, 0, 0))
    const { rects } = await layOut(boxes, [], { title: noText, legend: noText })
    expect(new Set(rects.map(({ x, y }) => `${x} ${y}`)).size).toBe(boxes.length)
  })

  it('stay where positions of the map are of no use', async () => {
    const boxes = [0, 1, 2].map((it) => pinnedAt(`${it}`, 300 * it, 0, { at: { x: 5, y: 5 } }))
    const { rects } = await layOut(boxes, [], { title: noText, legend: noText })
    expect(rects.map((it) => it.x)).toEqual([0, 300, 600])
  })
})
