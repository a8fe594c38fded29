import { type Family, families } from '../maps.ts'
import type { Run } from './runner.ts'
import { median } from '../statistics.ts'
import { type VariantName, variants } from './variants.ts'

/** Numbers of exports in flight that are measured. */
export const concurrencies = [1, 2, 4] as const

/** Maps of one kind and size, with the variants that draw them in turn. */
export interface Group {
  family: Family
  nodes: number
  variants: readonly VariantName[]
}

/** The measurements behind one figure: a variant, a kind of map and a number of exports in flight. */
export interface Cell {
  variant: VariantName
  family: Family
  nodes: number
  inFlight: number
  /** One run per round; undefined where the round was skipped. */
  runs: (Run | undefined)[]
  /** Why there are no more runs. */
  failure: string | undefined
}

/** Groups for all kinds and sizes of maps. */
export function groupsOf(sizes: readonly number[], only: readonly VariantName[]): Group[] {
  return families.flatMap((family) =>
    sizes.map((nodes) => ({
      family,
      nodes,
      variants: only.filter((name) => (variants[name].families as readonly Family[]).includes(family)),
    })),
  )
}

/** Empty cells for a group. */
export function cellsOf({ family, nodes, variants }: Group): Cell[] {
  return concurrencies.flatMap((inFlight) =>
    variants.map((variant) => ({ variant, family, nodes, inFlight, runs: [], failure: undefined })),
  )
}

/** Exports per second in one run. */
export function rateOf({ pictures, elapsedMs }: Run): number {
  return (pictures.length * 1_000) / elapsedMs
}

/** Median of the exports per second of all rounds; NaN without a run. */
export function medianRate({ runs }: Cell): number {
  return median(runs.flatMap((it) => (it ? rateOf(it) : [])))
}
