import { type Cell, middleRate, rateOf } from './cells.ts'
import type { Family } from '../maps.ts'
import { median } from '../statistics.ts'
import type { VariantName } from './variants.ts'

/** What we have set out to reach. */
export interface Target {
  left: VariantName
  right: VariantName
  family: Family
  atLeast: number | undefined
}

/** The size of map that targets are for. */
export const TARGET_NODES = 50

const targets: readonly Target[] = [
  { left: 'b', right: 'a', family: 'placed', atLeast: 0.8 },
  { left: 'b', right: 'a', family: 'unplaced', atLeast: undefined },
  { left: 'a', right: 'c', family: 'placed', atLeast: 0.8 },
  { left: 'a', right: 'c0', family: 'placed', atLeast: undefined },
  { left: 'a', right: 'd', family: 'placed', atLeast: 10 },
  { left: 'a', right: 'g', family: 'placed', atLeast: 2 },
]

/** Exports a second of one against another's, each with as many in flight as suits it best. */
export interface Ratio extends Target {
  /** The middle one of the rounds, and the extremes. */
  middle: number
  least: number
  most: number
}

/** @returns those of which both sides were measured */
export function ratiosOf(cells: readonly Cell[]): Ratio[] {
  return targets.flatMap((target) => {
    const best = (variant: VariantName): Cell | undefined =>
      cells
        .filter((it) => it.variant === variant && it.family === target.family && it.nodes === TARGET_NODES)
        .filter((it) => it.runs.some(Boolean))
        .toSorted((a, b) => middleRate(b) - middleRate(a))[0]
    const [left, right] = [best(target.left), best(target.right)]
    if (!left || !right) return []
    const ratios = left.runs.flatMap((it, round) => {
      const other = right.runs[round]
      return it && other ? rateOf(it) / rateOf(other) : []
    })
    return { ...target, middle: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) }
  })
}
