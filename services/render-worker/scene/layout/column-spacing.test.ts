import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundingBox, type Rect } from '../geometry/rect.ts'
import { type ColumnLink, fullestColumn, spaceColumns, stretch } from './column-spacing.ts'
import { columnsOf } from './columns.ts'
import { bandOfEach, fold } from './fold.ts'

const box = (x: number, y: number, width = 100, height = 60): Rect => ({ x, y, width, height })

/** Boxes in columns, in any order, with at least 34 px between two boxes of a column. */
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

/** The smallest gap between two boxes of a column. */
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
  it('has enough room between its columns for the labels', () => {
    const rects = [box(0, 0), box(900, 0), box(1800, 0)]
    const links = [
      { from: 0, to: 1, room: 0 },
      { from: 2, to: 1, room: 200 },
      { from: 0, to: 2, room: 900 },
    ]
    const spaced = spaceColumns(rects, links, 84)
    expect(spaced.map((it) => it.x)).toEqual([0, 184, 184 + 100 + 236])
  })

  it('gives many lines between two columns more room to turn', () => {
    const linksOf = (count: number): ColumnLink[] => Array.from({ length: count }, () => ({ from: 0, to: 1, room: 0 }))
    const spaced = (linkCount: number): Rect[] => spaceColumns([box(0, 0), box(900, 0)], linksOf(linkCount), 84)
    expect(spaced(12)[1]!.x).toBeGreaterThan(spaced(5)[1]!.x)
  })

  it('gets about the requested height, and keeps its order and the room between boxes', () => {
    fc.assert(
      fc.property(inColumns, fc.integer({ min: 1, max: 2_000 }), (rects, height) => {
        const target = Math.max(height, fullestColumn(rects, 34))
        const stretched = stretch(rects, target, 34)
        expect(columnsOf(stretched)).toEqual(columnsOf(rects))
        expect(leastGap(stretched)).toBeGreaterThanOrEqual(33)
        expect(boundingBox(stretched).height).toBeLessThanOrEqual(Math.max(boundingBox(rects).height, target) + 100)
      }),
    )
  })

  it('is folded into bands without overlaps, with neighbours side by side', () => {
    const rects = Array.from({ length: 30 }, (_, index) => box(index * 200, (index % 3) * 30))
    const folded = fold(rects, bandOfEach(rects, 3, []))
    const { width, height } = boundingBox(folded)
    expect(width).toBeLessThan(2_100)
    expect(height).toBeLessThan(700)
    const steps = folded.slice(1).map((it, index) => Math.abs(it.x - folded[index]!.x))
    expect(Math.max(...steps)).toBeLessThanOrEqual(200)
  })

  it('is folded between clusters, not within one', () => {
    const rects = Array.from({ length: 12 }, (_, index) => box(index * 200, 0))
    const clusters = [
      [0, 1, 2, 3, 4],
      [5, 6, 7],
      [8, 9, 10, 11],
    ].map((boxes) => ({ boxes, inner: [] }))
    expect(bandOfEach(rects, 3, clusters)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2])
    expect(bandOfEach(rects, 3, [{ boxes: [0, 11], inner: [] }])).toEqual(rects.map(() => 0))
  })

  it('has every other band upside down, so that the lines between bands do not cross', () => {
    const rects = [box(0, 0), box(0, 200), box(300, 0), box(300, 200)]
    const [, , first, second] = fold(rects, [0, 0, 1, 1])
    expect(first!.y).toBeGreaterThan(second!.y)
  })
})
