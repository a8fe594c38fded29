import type { Family } from '../maps.ts'
import type { Run, Runner } from './runner.ts'
import type { VariantName } from './variants.ts'

/** A variant with the kind and size of the maps that it draws. */
export interface Workload {
  variant: VariantName
  family: Family
  nodes: number
}

/** Sends maps to runners, to each runner a map once at most. */
export interface Dispatcher {
  draw(workload: Workload, count: number, inFlight: number): Promise<Run>
}

/** Identifies a workload. */
export function keyOf({ variant, family, nodes }: Workload): string {
  return `${variant} ${family} ${nodes}`
}

/** Creates a dispatcher. @param seed seed of the generated maps */
export function createDispatcher(runners: ReadonlyMap<VariantName, Runner>, seed: number): Dispatcher {
  const drawn = new Map<string, number>()
  return {
    async draw(workload, count, inFlight) {
      const { variant, family, nodes } = workload
      const key = keyOf(workload)
      const first = drawn.get(key) ?? 0
      drawn.set(key, first + count)
      const specs = Array.from({ length: count }, (_, offset) => ({ family, nodes, index: first + offset, seed }))
      return runners.get(variant)!.run(specs, inFlight)
    },
  }
}
