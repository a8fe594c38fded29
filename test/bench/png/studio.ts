import type { Family } from '../maps.ts'
import type { Run, Runner } from './runner.ts'
import type { VariantName } from './variants.ts'

/** A kind of map and who draws it. */
export interface Subject {
  variant: VariantName
  family: Family
  nodes: number
}

/** Hands out maps, to no variant the same twice. */
export interface Studio {
  draw(subject: Subject, count: number, inFlight: number): Promise<Run>
}

export function createStudio(runners: ReadonlyMap<VariantName, Runner>, seed: number): Studio {
  const drawn = new Map<string, number>()
  return {
    async draw({ variant, family, nodes }, count, inFlight) {
      const key = `${variant} ${family} ${nodes}`
      const first = drawn.get(key) ?? 0
      drawn.set(key, first + count)
      const samples = Array.from({ length: count }, (_, offset) => ({ family, nodes, index: first + offset, seed }))
      return runners.get(variant)!.run(samples, inFlight)
    },
  }
}
