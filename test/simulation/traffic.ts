import { createRandom } from '../bench/random.ts'
import type { SimulatedExport } from './render-queue.ts'

/** A stretch of time in which exports are asked for at one rate. */
export interface Phase {
  seconds: number
  /** Exports a second. */
  rate: number
}

/** What is asked for. */
export interface Demand {
  phases: readonly Phase[]
  /** Shares of all exports, and how long one keeps a worker busy on average. */
  mix: readonly { share: number; seconds: number }[]
  workspaces: number
  seed: string
}

/** Exports at random times, each independent of the others; a map may be half as large as the mean, or half as large again. */
export function createTraffic({ phases, mix, workspaces, seed }: Demand): SimulatedExport[] {
  const random = createRandom(seed)
  const fraction = (): number => (random.below(2 ** 30) + 0.5) / 2 ** 30
  const pick = (): number => {
    let left = fraction()
    return (mix.find((it) => (left -= it.share) < 0) ?? mix[0]!).seconds
  }
  const exports: SimulatedExport[] = []
  let start = 0
  for (const { seconds, rate } of phases) {
    for (let at = start - Math.log(fraction()) / rate; at < start + seconds; at -= Math.log(fraction()) / rate) {
      exports.push({ at, workspace: random.below(workspaces), seconds: pick() * (0.5 + fraction()) })
    }
    start += seconds
  }
  return exports
}
