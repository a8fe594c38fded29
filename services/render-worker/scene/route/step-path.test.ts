import { getSmoothStepPath, Position } from '@xyflow/system'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cases } from '../../../../test/rig/cases.ts'
import { readPath } from '../../../../test/golden/react-flow/read-path.ts'
import type { Ends, Side } from './ends.ts'
import { stepPath } from './step-path.ts'

const positions: Record<Side, Position> = {
  left: Position.Left,
  right: Position.Right,
  top: Position.Top,
  bottom: Position.Bottom,
}

/** Often level with each other, or nearly, and now and then far away. */
const coordinate = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -60, max: 60 }) },
  { weight: 2, arbitrary: fc.integer({ min: -120, max: 120 }).map((it) => it / 4) },
  { weight: 1, arbitrary: fc.double({ min: -5_000, max: 5_000, noNaN: true }) },
)
const point = fc.record({ x: coordinate, y: coordinate })
const side = fc.constantFrom<Side>('left', 'right', 'top', 'bottom')
const ends: fc.Arbitrary<Ends> = fc.record({ source: point, sourceSide: side, target: point, targetSide: side })
const bend = fc.record(
  { offset: fc.integer({ min: 1, max: 60 }), centerX: coordinate, centerY: coordinate },
  { requiredKeys: [] },
)

it('draws steps exactly as React Flow does, for any ends and any bend', () => {
  fc.assert(
    fc.property(ends, bend, fc.constantFrom(0, 5, 12), (between, how, radius) => {
      const { source, sourceSide, target, targetSide } = between
      const [d] = getSmoothStepPath({
        ...{ sourceX: source.x, sourceY: source.y, sourcePosition: positions[sourceSide] },
        ...{ targetX: target.x, targetY: target.y, targetPosition: positions[targetSide] },
        ...{ borderRadius: radius, offset: 20, ...how },
      })
      // As text, which knows no zero below zero.
      expect(JSON.stringify(stepPath(between, radius, how))).toBe(JSON.stringify(readPath(d)))
    }),
    { numRuns: cases(5_000) },
  )
})
