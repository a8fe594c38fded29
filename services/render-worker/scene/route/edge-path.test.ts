import { lineKinds } from '@maps/shared/map-values'
import { describe, expect, it } from 'vitest'
import { pairs } from '../../../../test/golden/react-flow/pairs.ts'
import { readRecord } from '../../../../test/golden/react-flow/paths.ts'
import { type Path, startOf } from '../geometry/path.ts'
import type { Point } from '../geometry/rect.ts'
import type { Side } from '../geometry/sides.ts'
import { cornerRadius, edgePath, isStepped, type LineKind } from './edge-path.ts'
import type { Ends } from './ends.ts'
import { endsBetween, facingSides } from './place-ends.ts'
import { roundedPath, STEP_OFFSET, stepCorners } from './step-path.ts'

const TOLERANCE = 0.01
const alone = { index: 0, count: 1 }
const record = await readRecord()

interface Command {
  kind: string
  numbers: number[]
}

/** The commands of React Flow's path data, with quadratic curves as cubic ones. */
function commandsIn(d: string): Command[] {
  let [x = 0, y = 0]: number[] = []
  return [...d.matchAll(/([MLQC])([^MLQC]*)/g)].map(([, kind = '', text = '']) => {
    const numbers = text.trim().split(/[ ,]+/).map(Number)
    const from = [x, y]
    ;[x = 0, y = 0] = numbers.slice(-2)
    if (kind !== 'Q') return { kind, numbers }
    const [a = 0, b = 0] = numbers
    const towards = (end: readonly number[]) => [a, b].map((it, axis) => (end[axis] ?? 0) / 3 + (it * 2) / 3)
    return { kind: 'C', numbers: [...towards(from), ...towards([x, y]), x, y] }
  })
}

function commandsOf(path: Path): Command[] {
  const numbersOf = (points: readonly Point[]) => points.flatMap((it) => [it.x, it.y])
  return [
    { kind: 'M', numbers: numbersOf([startOf(path)]) },
    ...path.segments.map(([, ...points]) => ({ kind: points.length === 1 ? 'L' : 'C', numbers: numbersOf(points) })),
  ]
}

function pathOf(line: LineKind, ends: Ends): Path {
  return isStepped(line) ? roundedPath(stepCorners(ends, STEP_OFFSET), cornerRadius(line)) : edgePath(line, ends)
}

function isSame(a: readonly Command[], b: readonly Command[]): boolean {
  const isNear = (own: readonly number[], other: readonly number[] = []) =>
    own.length === other.length && own.every((it, index) => Math.abs(it - (other[index] ?? NaN)) <= TOLERANCE)
  return (
    a.length === b.length && a.every((it, index) => it.kind === b[index]?.kind && isNear(it.numbers, b[index]?.numbers))
  )
}

describe('edgePath and stepCorners', () => {
  it.each(Object.entries(pairs))('draws the lines to a card %s as React Flow does', (name, { source, target }) => {
    const drawn = Object.entries(record[name] ?? {}).flatMap(([sides, lines]) =>
      Object.entries(lines).map(([line, d]) => ({ sides, line, d })),
    )
    const different = drawn.filter(({ sides, line, d }) => {
      const pair = sides.split(' to ') as [Side, Side]
      const path = pathOf(line as LineKind, endsBetween(source, target, pair, alone))
      return !isSame(commandsOf(path), commandsIn(d))
    })

    expect(drawn).toHaveLength(16 * lineKinds.length)
    expect(different).toEqual([])
  })
})

const card = (x: number, y: number) => ({ x, y, width: 200, height: 100 })

describe('facingSides', () => {
  it.each([
    ['right of it', card(300, 0), ['right', 'left']],
    ['left of it', card(-300, 0), ['left', 'right']],
    ['below it', card(0, 200), ['bottom', 'top']],
    ['above it', card(0, -200), ['top', 'bottom']],
    ['further right than below', card(400, 250), ['right', 'left']],
    ['further below than right', card(250, 400), ['bottom', 'top']],
    ['as far right as below', card(300, 200), ['right', 'left']],
    ['that covers it', card(10, 90), ['bottom', 'top']],
  ] as const)('goes to a card %s across the larger gap', (_where, target, expected) => {
    expect(facingSides(card(0, 0), target)).toEqual(expected)
  })

  it('follows the direction of a layout where there is a gap that way', () => {
    expect(facingSides(card(0, 0), card(250, 400), 'horizontal')).toEqual(['right', 'left'])
    expect(facingSides(card(0, 0), card(10, 400), 'horizontal')).toEqual(['bottom', 'top'])
  })
})

describe('endsBetween', () => {
  it('meets the middle of both sides', () => {
    const { source, target } = endsBetween(card(0, 0), card(300, 40), ['right', 'left'], alone)
    expect(source).toEqual({ x: 200, y: 50 })
    expect(target).toEqual({ x: 300, y: 90 })
  })

  it('keeps a large number of edges on the side of the card', () => {
    const endsOf = (index: number) => endsBetween(card(0, 0), card(300, 0), ['right', 'left'], { index, count: 100 })
    const heights = [0, 99].map((index) => endsOf(index).source.y)
    expect(heights[0]).toBeCloseTo(16)
    expect(heights[1]).toBeCloseTo(84)
  })
})
