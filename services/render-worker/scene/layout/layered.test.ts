import { afterEach, describe, expect, it, vi } from 'vitest'
import { layered } from './layered.ts'
import { layeredGrid } from './layered-grid.ts'
import type { Rect } from '../geometry/rect.ts'
import type { Box, Link } from './box.ts'
import { slideWith } from './slide.ts'

const slide = slideWith({ title: { width: 0, height: 0 }, legend: { width: 0, height: 0 } })

/** A chain with links that skip many boxes. */
function chainWithChords(count: number, chords: number): [Box[], Link[]] {
  const boxes = Array.from({ length: count }, (_, index) => ({ id: `${index}`, width: 160, height: 70, at: undefined }))
  const link = (source: number, target: number): Link => {
    return { source: `${source}`, target: `${target}`, label: { width: 0, height: 0 } }
  }
  const links = boxes.slice(1).map((_, index) => link(index, index + 1))
  for (let index = 0; index < chords; index++) links.push(link((index * 7) % 9, count - 1 - ((index * 5) % 11)))
  return [boxes, links]
}

afterEach(() => void vi.useRealTimers())

describe('layers along the links', () => {
  it('are the same for any duration', async () => {
    const [boxes, links] = chainWithChords(40, 6)
    const quick = await layered(boxes, links, slide)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const slow = layered(boxes, links, slide)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await slow).toEqual(quick)
    expect(quick.rects).not.toEqual(layeredGrid(boxes, links))
  })

  it('are the same after another layout', async () => {
    const [first, other] = [chainWithChords(40, 6), chainWithChords(90, 3)]
    const before = await layered(...first, slide)
    await layered(...other, slide)
    expect(await layered(...first, slide)).toEqual(before)
  })

  it('have cards of any width aligned at one edge', async () => {
    const sizes = { a: 150, b: 240, c: 120, d: 200, e: 90 }
    const boxes = Object.entries(sizes).map(([id, width]) => ({ id, width, height: 70, at: undefined }))
    const label = { width: 0, height: 0 }
    const links = ['b', 'c', 'd', 'e'].map((target) => ({ source: 'a', target, label }))
    const { rects, axis } = await layered(boxes, links, slide)
    expect(axis).toBe('horizontal')
    expect(new Set(rects.slice(1).map((it) => it.x)).size).toBe(1)
  })

  it('leave a corner to one box without links, and a row below to several', async () => {
    const boxes = [...'abcdefxyz'].map((id) => ({ id, width: 160, height: 70, at: undefined }))
    const links = [...'bcdef'].map((target) => ({ source: 'a', target, label: { width: 0, height: 0 } }))
    const bottomOf = (rects: readonly Rect[]): number => Math.max(...rects.map((it) => it.y + it.height))
    const one = (await layered(boxes.slice(0, 7), links, slide)).rects
    expect(bottomOf(one.slice(6))).toBeLessThanOrEqual(bottomOf(one.slice(0, 6)))
    const several = (await layered(boxes, links, slide)).rects
    const [row, ...others] = several.slice(6).map((it) => it.y)
    expect(row).toBeGreaterThan(bottomOf(several.slice(0, 6)))
    expect(others).toEqual([row, row])
  })

  it('are plain columns where Graphviz would need seconds, though boxes and links are few', async () => {
    const [boxes, links] = chainWithChords(80, 60)
    const { rects } = await layered(boxes, links, slide)
    expect(rects).toEqual(layeredGrid(boxes, uniquePairs(links)))
  })
})

function uniquePairs(links: readonly Link[]): Link[] {
  return [...new Map(links.map((it) => [`${it.source} ${it.target}`, it])).values()]
}
