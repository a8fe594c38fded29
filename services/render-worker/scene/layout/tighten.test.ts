import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOf, extent } from './columns.ts'
import type { Rect } from '../draw/display-list.ts'
import { bandsFor, fold } from './fold.ts'
import { fullestColumn, spaceColumns, squeeze, type Way } from './tighten.ts'

const box = (x: number, y: number, width = 100, height = 60): Rect => ({ x, y, width, height })

/** Boxes in columns, in no order, with at least 34 px between two of a column. */
const inColumns = fc
  .array(fc.array(fc.record({ gap: fc.integer({ min: 34, max: 900 }), width: fc.integer({ min: 40, max: 240 }) })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((columns) =>
    columns.flatMap((column, number) => {
      let y = 0
      return column.map(({ gap, width }) => box(number * 400 - Math.round(width / 2), (y += gap + 60), width))
    }),
  )
  .filter((it) => it.length > 0)

/** How near two boxes of a column come. */
function leastGap(rects: readonly Rect[]): number {
  const gaps = columnsOf(rects).flatMap((column) =>
    column.slice(1).map((it, index) => {
      const above = rects[column[index] ?? 0]
      return (rects[it]?.y ?? 0) - (above ? above.y + above.height : 0)
    }),
  )
  return Math.min(Infinity, ...gaps)
}

describe('a drawing in columns', () => {
  it('has its columns as far apart as the labels between them need', () => {
    const rects = [box(0, 0), box(900, 0), box(1800, 0)]

    const spaced = spaceColumns(
      rects,
      [
        { from: 0, to: 1, room: 0 },
        { from: 2, to: 1, room: 200 },
        { from: 0, to: 2, room: 900 },
      ],
      84,
    )

    expect(spaced.map((it) => it.x)).toEqual([0, 184, 184 + 100 + 248])
  })

  it('gives many lines between two columns more room to turn', () => {
    const ways = (count: number): Way[] => Array.from({ length: count }, () => ({ from: 0, to: 1, room: 0 }))
    const few = spaceColumns([box(0, 0), box(900, 0)], ways(5), 84)
    const many = spaceColumns([box(0, 0), box(900, 0)], ways(12), 84)

    expect(many[1]!.x).toBeGreaterThan(few[1]!.x)
  })

  it('loses its emptiness, but neither its order nor the room between boxes', () => {
    fc.assert(
      fc.property(inColumns, fc.integer({ min: 1, max: 2_000 }), (rects, height) => {
        const least = fullestColumn(rects, 34)
        const squeezed = squeeze(rects, Math.max(height, least), 34)
        expect(columnsOf(squeezed)).toEqual(columnsOf(rects))
        expect(leastGap(squeezed)).toBeGreaterThanOrEqual(33)
        expect(extent(squeezed).height).toBeLessThanOrEqual(extent(rects).height + 1)
      }),
    )
  })

  it('is folded only where a slide then shows it much larger', () => {
    expect(bandsFor(2_000, 100)).toBe(1)
    expect(bandsFor(6_500, 1_550)).toBe(1)
    expect(bandsFor(20_000, 400)).toBeGreaterThan(2)
  })

  it('is folded into bands that overlap nowhere, and whose neighbours stay together', () => {
    const rects = Array.from({ length: 30 }, (_, index) => box(index * 200, (index % 3) * 30))

    const folded = fold(rects, 3)

    const { width, height } = extent(folded)
    expect(width).toBeLessThan(2_100)
    expect(height).toBeLessThan(700)
    const steps = folded.slice(1).map((it, index) => Math.abs(it.x - folded[index]!.x))
    expect(Math.max(...steps)).toBeLessThanOrEqual(200)
  })
})
