import { getSmoothStepPath, Position } from '@xyflow/system'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readPath } from '../../../../test/golden/react-flow/read-path.ts'
import { cases } from '../../../../test/rig/cases.ts'
import type { Side } from '../geometry/sides.ts'
import type { Ends } from './ends.ts'
import { roundedPath, stepCorners } from './step-path.ts'

const positions: Record<Side, Position> = {
  left: Position.Left,
  right: Position.Right,
  top: Position.Top,
  bottom: Position.Bottom,
}

/** Coordinates that are often equal or close, and sometimes distant. */
const coordinate = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -60, max: 60 }) },
  { weight: 2, arbitrary: fc.integer({ min: -120, max: 120 }).map((it) => it / 4) },
  { weight: 1, arbitrary: fc.double({ min: -5_000, max: 5_000, noNaN: true }) },
)
const point = fc.record({ x: coordinate, y: coordinate })
const side = fc.constantFrom<Side>('left', 'right', 'top', 'bottom')
const ends: fc.Arbitrary<Ends> = fc.record({ source: point, sourceSide: side, target: point, targetSide: side })
const offsets = fc.integer({ min: 1, max: 60 })

it('draws steps exactly as React Flow does, for any ends and offset', () => {
  fc.assert(
    fc.property(ends, offsets, fc.constantFrom(0, 5, 12), (between, offset, radius) => {
      const { source, sourceSide, target, targetSide } = between
      const from = { sourceX: source.x, sourceY: source.y, sourcePosition: positions[sourceSide] }
      const to = { targetX: target.x, targetY: target.y, targetPosition: positions[targetSide] }
      const [d] = getSmoothStepPath({ ...from, ...to, borderRadius: radius, offset })
      // As text, which has no negative zero.
      expect(JSON.stringify(roundedPath(stepCorners(between, offset), radius))).toBe(JSON.stringify(readPath(d)))
    }),
    { numRuns: cases(5_000) },
  )
})
