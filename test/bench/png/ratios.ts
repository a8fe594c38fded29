import { type Cell, medianRate, rateOf } from './cells.ts'
import type { Family } from '../maps.ts'
import { median } from '../statistics.ts'
import type { VariantName } from './variants.ts'

/** A target for the ratio of two variants' rates. */
export interface Target {
  left: VariantName
  right: VariantName
  family: Family
  atLeast: number | undefined
}

/** Node count of the maps that targets refer to. */
export const TARGET_NODES = 50

const targets: readonly Target[] = [
  { left: 'b', right: 'a', family: 'placed', atLeast: 0.8 },
  { left: 'b', right: 'a', family: 'unplaced', atLeast: undefined },
  { left: 'a', right: 'c', family: 'placed', atLeast: 0.8 },
  { left: 'a', right: 'c0', family: 'placed', atLeast: undefined },
  { left: 'a', right: 'd', family: 'placed', atLeast: 10 },
  { left: 'a', right: 'g', family: 'placed', atLeast: 2 },
]

/** The ratio of two variants' exports per second, each at its best concurrency. */
export interface Ratio extends Target {
  /** Median of the rounds. */
  middle: number
  least: number
  most: number
}

/** Ratios for all targets whose two variants were measured. */
export function ratiosOf(cells: readonly Cell[]): Ratio[] {
  return targets.flatMap((target) => {
    const best = (variant: VariantName): Cell | undefined =>
      cells
        .filter((it) => it.variant === variant && it.family === target.family && it.nodes === TARGET_NODES)
        .filter((it) => it.runs.some(Boolean))
        .toSorted((a, b) => medianRate(b) - medianRate(a))[0]
    const left = best(target.left)
    const right = best(target.right)
    if (!left || !right) return []
    const ratios = left.runs.flatMap((run, round) => {
      const other = right.runs[round]
      return run && other ? rateOf(run) / rateOf(other) : []
    })
    return { ...target, middle: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) }
  })
}
