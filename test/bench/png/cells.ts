import { type Family, families } from '../maps.ts'
import type { Run } from './runner.ts'
import { median } from '../statistics.ts'
import { type VariantName, variants } from './variants.ts'

/** Exports at the same time. */
export const flights = [1, 2, 4] as const

/** Maps that are drawn in turn by all that can draw them. */
export interface Group {
  family: Family
  nodes: number
  variants: readonly VariantName[]
}

/** One figure of a table in the making: one variant, one kind of map, so many exports in flight. */
export interface Cell {
  variant: VariantName
  family: Family
  nodes: number
  inFlight: number
  /** By round; undefined where it sat that one out. */
  runs: (Run | undefined)[]
  /** Why there are no more runs. */
  failure: string | undefined
}

export function groupsOf(sizes: readonly number[], only: readonly VariantName[]): Group[] {
  return families.flatMap((family) =>
    sizes.map((nodes) => ({
      family,
      nodes,
      variants: only.filter((it) => (variants[it].families as readonly Family[]).includes(family)),
    })),
  )
}

export function cellsOf({ family, nodes, variants }: Group): Cell[] {
  return flights.flatMap((inFlight) =>
    variants.map((variant) => ({ variant, family, nodes, inFlight, runs: [], failure: undefined })),
  )
}

/** Exports a second in one run. */
export function rateOf({ pictures, elapsedMs }: Run): number {
  return (pictures.length * 1_000) / elapsedMs
}

/** Exports a second in the middle one of the rounds; NaN where there was none. */
export function middleRate({ runs }: Cell): number {
  return median(runs.flatMap((it) => (it ? rateOf(it) : [])))
}
