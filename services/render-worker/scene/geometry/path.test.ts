import { getBezierPath, getSmoothStepPath, Position } from '@xyflow/system'
import { readPath } from '../../../../test/golden/react-flow/read-path.ts'
import { describe, expect, it } from 'vitest'
import {
  createPath,
  endDirection,
  endPointOf,
  formatPath,
  pointAt,
  reversed,
  sampleStepOf,
  samplesOf,
  startOf,
  trim,
} from './path.ts'

const source = { sourceX: 0, sourceY: 0, sourcePosition: Position.Right }
const ends = { ...source, targetX: 200, targetY: 100, targetPosition: Position.Left }

describe('path', () => {
  it("keeps React Flow's curve as it is", () => {
    const [d, x, y] = getBezierPath(ends)
    const path = readPath(d)
    expect(formatPath(path)).toBe('M0,0C100,0 100,100 200,100')
    expect(pointAt(path, 0.5).x).toBeCloseTo(x, 5)
    expect(pointAt(path, 0.5).y).toBeCloseTo(y, 5)
  })

  it("keeps React Flow's steps as they are", () => {
    const path = readPath(getSmoothStepPath({ ...ends, borderRadius: 5 })[0])
    expect(startOf(path)).toEqual({ x: 0, y: 0 })
    expect(endPointOf(path)).toEqual({ x: 200, y: 100 })
    expect(formatPath(path)).toBe('M0,0L95,0C98.33,0 100,1.67 100,5L100,95C100,98.33 101.67,100 105,100L200,100')
    expect(endDirection(path)).toEqual({ x: 1, y: 0 })
  })

  it('cuts px off both ends along the line', () => {
    const path = readPath('M0,0L100,0L100,100')
    expect(formatPath(trim(path, 10, 20))).toBe('M10,0L100,0L100,80')
  })

  it('cuts a curve at the requested length', () => {
    const path = readPath(getBezierPath(ends)[0])
    const cut = trim(path, 0, 30)
    expect(cut.length).toBeCloseTo(path.length - 30, 0)
    expect(endDirection(cut).x).toBeGreaterThan(0.9)
  })

  it('keeps a path that is shorter than the cut', () => {
    const path = readPath('M0,0L10,0')
    expect(trim(path, 6, 6)).toBe(path)
  })

  it('runs backwards along the same line', () => {
    expect(formatPath(reversed(readPath('M0,0L10,0C20,0 20,10 30,10')))).toBe('M30,10C20,10 20,0 10,0L0,0')
  })

  it('has a direction even where it has no length', () => {
    expect(endDirection(readPath('M5,5L5,5'))).toEqual({ x: 1, y: 0 })
  })
})

it('has a bounded number of samples for all paths of a drawing, however long they are', () => {
  const segments = Array.from(
    { length: 100 },
    (_, index) =>
      [
        { x: 4_000 * index, y: 0 },
        { x: 4_000 * (index + 1), y: 0 },
      ] as const,
  )
  const long = Array.from({ length: 200 }, () => ({ path: createPath(segments) }))
  const countOf = (step: number): number => long.reduce((sum, it) => sum + samplesOf(it.path, step).length, 0)
  expect(countOf(4)).toBe(200 * 100 * 200)
  expect(countOf(sampleStepOf(long, 4))).toBeLessThanOrEqual(500_000 + 200 * 100)
  expect(sampleStepOf(long.slice(0, 1), 4)).toBe(4)
})
