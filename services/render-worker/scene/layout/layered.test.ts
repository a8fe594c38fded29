import { afterEach, describe, expect, it, vi } from 'vitest'
import { layered } from './layered.ts'
import { layeredGrid } from './layered-grid.ts'
import type { Rect } from '../geometry/rect.ts'
import type { Box, Link } from './box.ts'
import { slideWith } from './slide.ts'

const slide = slideWith({ title: { width: 0, height: 0 }, legend: { width: 0, height: 0 } })

const label = { width: 0, height: 0 }

function boxesOf(count: number): Box[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${index}`, width: 160, height: 70, at: undefined }))
}

function link(source: number, target: number): Link {
  return { source: `${source}`, target: `${target}`, label }
}

/** A chain with links that skip many boxes. */
function chainWithChords(count: number, chords: number): [Box[], Link[]] {
  const chain = Array.from({ length: count - 1 }, (_, index) => link(index, index + 1))
  const others = Array.from({ length: chords }, (_, index) => link((index * 7) % 9, count - 1 - ((index * 5) % 11)))
  return [boxesOf(count), [...chain, ...others]]
}

/** A chain with links from its first to its last box. */
function chainWithLines(count: number, lines: number): [Box[], Link[]] {
  const chain = Array.from({ length: count - 1 }, (_, index) => link(index, index + 1))
  return [boxesOf(count), [...chain, ...Array.from({ length: lines }, () => link(0, count - 1))]]
}

/** Boxes that each link to all hubs but one. */
function withHubs(callers: number, hubs: number): [Box[], Link[]] {
  const all = Array.from({ length: callers * hubs }, (_, index) =>
    link(index % callers, callers + Math.floor(index / callers)),
  )
  const links = all.filter((it) => Number(it.source) % hubs !== Number(it.target) - callers)
  return [boxesOf(callers + hubs), links]
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
    const links = ['b', 'c', 'd', 'e'].map((target) => ({ source: 'a', target, label }))
    const { rects, axis } = await layered(boxes, links, slide)
    expect(axis).toBe('horizontal')
    expect(new Set(rects.slice(1).map((it) => it.x)).size).toBe(1)
  })

  it('leave a corner to one box without links, and a row below to several', async () => {
    const boxes = [...'abcdefxyz'].map((id) => ({ id, width: 160, height: 70, at: undefined }))
    const links = [...'bcdef'].map((target) => ({ source: 'a', target, label }))
    const bottomOf = (rects: readonly Rect[]): number => Math.max(...rects.map((it) => it.y + it.height))
    const one = (await layered(boxes.slice(0, 7), links, slide)).rects
    expect(bottomOf(one.slice(6))).toBeLessThanOrEqual(bottomOf(one.slice(0, 6)))
    const several = (await layered(boxes, links, slide)).rects
    const [row, ...others] = several.slice(6).map((it) => it.y)
    expect(row).toBeGreaterThan(bottomOf(several.slice(0, 6)))
    expect(others).toEqual([row, row])
  })

  it.each([
    ['of few boxes and links that pass many layers', chainWithChords(80, 60), chainWithChords(40, 6)],
    ['of boxes that have the same hubs', withHubs(400, 5), withHubs(40, 5)],
    ['of many lines along a chain', chainWithLines(100, 600), chainWithLines(100, 100)],
  ] as const)('are plain columns in a graph %s, where lines would take seconds', async (_, large, small) => {
    expect((await layered(...large, slide)).rects).toEqual(plainColumns(...large))
    expect((await layered(...small, slide)).rects).not.toEqual(plainColumns(...small))
  })
})

function plainColumns(boxes: readonly Box[], links: readonly Link[]): Rect[] {
  return layeredGrid(boxes, [...new Map(links.map((it) => [`${it.source} ${it.target}`, it])).values()])
}
