import { describe, expect, it } from 'vitest'
import type { Point } from '../geometry/rect.ts'
import type { Box } from './box.ts'
import { layOut } from './layout.ts'

const noText = { width: 0, height: 0 }
const corners = { title: noText, legend: noText }

function boxesAt(places: readonly (Point | undefined)[]): Box[] {
  return places.map((at, index) => ({ id: `${index}`, width: 144, height: 48, at }))
}

describe('the layout', () => {
  it.each([
    ['has no positions', [undefined, undefined, undefined]],
    [
      'has one position for half of the cards',
      [
        { x: 5, y: 5 },
        { x: 5, y: 5 },
        { x: 800, y: 5 },
        { x: 5, y: 5 },
      ],
    ],
  ])('chooses all positions if the map %s', async (_, places) => {
    const { axis } = await layOut(boxesAt(places), [{ source: '0', target: '1', label: noText }], corners)
    expect(axis).toBeDefined()
  })

  it('places a card that is upon another beside its neighbour, and no other card', async () => {
    const places = [0, 400, 800, 400].map((x): Point => ({ x, y: 100 }))
    const link = { source: '2', target: '3', label: noText }
    const { rects } = await layOut(boxesAt(places), [link], corners)
    expect(rects.slice(0, 3).map(({ x, y }) => ({ x, y }))).toEqual(places.slice(0, 3))
    expect(rects[3]).toMatchObject({ x: 800 + 144 + 72, y: 100 })
  })
})
