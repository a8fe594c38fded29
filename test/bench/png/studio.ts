import { setTimeout as sleep } from 'node:timers/promises'
import type { Family } from '../maps.ts'
import { memoryOf } from './memory.ts'
import type { Run, Runner } from './runner.ts'
import type { VariantName } from './variants.ts'

/** A kind of map and who draws it. */
export interface Subject {
  variant: VariantName
  family: Family
  nodes: number
}

/** Hands out maps, to nobody the same twice, and keeps an eye on the memory that their drawing takes. */
export interface Studio {
  draw(subject: Subject, count: number, inFlight: number): Promise<Run>
  /** The most bytes that were seen; NaN where there was nothing to see. */
  memoryOf(subject: Subject): number
}

const WATCH_MS = 250

export function createStudio(runners: ReadonlyMap<VariantName, Runner>, seed: number): Studio {
  const drawn = new Map<string, number>()
  const memory = new Map<string, number>()

  function look(subject: Subject, pids: readonly number[]): void {
    const key = keyOf(subject)
    memory.set(key, Math.max(memory.get(key) ?? 0, memoryOf(pids)))
  }

  /** A browser that is started for each picture is gone afterwards. Looking takes time, so this is for warm-ups only. */
  async function watch(subject: Subject, pids: readonly number[], end: AbortSignal): Promise<void> {
    while (!end.aborted) {
      look(subject, pids)
      await sleep(WATCH_MS, undefined, { signal: end }).catch(() => {})
    }
  }

  return {
    async draw(subject, count, inFlight) {
      const { variant, family, nodes } = subject
      const key = keyOf(subject)
      const first = drawn.get(key) ?? 0
      drawn.set(key, first + count)
      const runner = runners.get(variant)!
      const samples = Array.from({ length: count }, (_, it) => ({ family, nodes, index: first + it, seed }))
      const end = new AbortController()
      if (first === 0) void watch(subject, runner.pids, end.signal)
      try {
        return await runner.run(samples, inFlight)
      } finally {
        end.abort()
        look(subject, runner.pids)
      }
    },
    memoryOf: (subject) => memory.get(keyOf(subject)) ?? NaN,
  }
}

function keyOf({ variant, family, nodes }: Subject): string {
  return `${variant} ${family} ${nodes}`
}
