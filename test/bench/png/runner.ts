import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Sample } from '../maps.ts'
import type { Surroundings } from './variant.ts'
import type { VariantName } from './variants.ts'

/** What a runner's process is asked. */
export type RunnerRequest =
  { kind: 'run'; samples: readonly Sample[]; inFlight: number } | { kind: 'draw'; sample: Sample }

/** What it says: `ready` once, then an answer to each request. */
export type RunnerAnswer =
  | { kind: 'ready'; pids: readonly number[] }
  | { kind: 'ran'; run: Run }
  | { kind: 'drawn'; png: Uint8Array }
  | { kind: 'failed'; reason: string }

/** A row of exports, so many in flight at a time. */
export interface Run {
  pictures: readonly Picture[]
  /** From the first's start to the last's end. */
  elapsedMs: number
}

export interface Picture {
  ms: number
  bytes: number
  width: number
  height: number
}

/** A variant at work in a process of its own. */
export interface Runner extends AsyncDisposable {
  /** Whose memory, with that of all they have started, is the variant's. */
  readonly pids: readonly number[]
  run(samples: readonly Sample[], inFlight: number): Promise<Run>
  /** The PNG of one map. */
  draw(sample: Sample): Promise<Uint8Array>
}

/** @throws Error where the variant cannot be opened */
export async function startRunner(name: VariantName, surroundings: Surroundings): Promise<Runner> {
  const program = fileURLToPath(new URL('runner-process.ts', import.meta.url))
  const child = fork(program, [name, JSON.stringify(surroundings)], { serialization: 'advanced' })
  const ended = once(child, 'exit')

  /** The next answer. */
  async function answer(): Promise<RunnerAnswer> {
    const end = ended.then(([code]): RunnerAnswer => ({ kind: 'failed', reason: `its process ended (${code})` }))
    const message = once(child, 'message').then(([it]) => it as RunnerAnswer)
    return Promise.race([message, end])
  }

  async function ask<Kind extends RunnerAnswer['kind']>(
    request: RunnerRequest | undefined,
    kind: Kind,
  ): Promise<Extract<RunnerAnswer, { kind: Kind }>> {
    const answered = answer()
    if (request) child.send(request)
    const it = await answered
    if (it.kind === kind) return it as Extract<RunnerAnswer, { kind: Kind }>
    throw new Error(`${name}: ${it.kind === 'failed' ? it.reason : `answered ${it.kind} instead of ${kind}`}`)
  }

  const { pids } = await ask(undefined, 'ready')
  return {
    pids,
    run: async (samples, inFlight) => (await ask({ kind: 'run', samples, inFlight }, 'ran')).run,
    draw: async (sample) => (await ask({ kind: 'draw', sample }, 'drawn')).png,
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
