import { families } from '../maps.ts'
import { memoryOf } from './memory.ts'
import { startRunner } from './runner.ts'
import type { Surroundings } from './variant.ts'

/** How much our renderer's processes hold after so many exports. */
export interface Holding {
  exports: number
  bytes: number
}

const NODES = 50
const IN_FLIGHT = 2
const EVERY = 100

/** Draws that many maps of both kinds, all different, in fresh processes and looks at their memory every hundred. */
export async function endure(exports: number, seed: number, surroundings: Surroundings): Promise<Holding[]> {
  await using runner = await startRunner('a', surroundings)
  const series: Holding[] = [{ exports: 0, bytes: memoryOf(runner.pids) }]
  for (let done = 0; done < exports; done += EVERY) {
    const samples = Array.from({ length: EVERY }, (_, it) => ({
      ...{ family: families[it % families.length]!, nodes: NODES, index: done + it, seed },
    }))
    await runner.run(samples, IN_FLIGHT)
    series.push({ exports: done + EVERY, bytes: memoryOf(runner.pids) })
  }
  return series
}
