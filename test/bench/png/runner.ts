import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Sample } from '../maps.ts'
import type { Surroundings } from './variant.ts'
import type { VariantName } from './variants.ts'

/** What a runner's process is asked: to export maps, so many in flight at a time. */
export interface RunnerRequest {
  samples: readonly Sample[]
  inFlight: number
}

/** What it says: `ready` once, then a reply to each request. */
export type RunnerReply = { kind: 'ready' } | { kind: 'ran'; run: Run } | { kind: 'failed'; reason: string }

/** The exports of one request. */
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
  run(samples: readonly Sample[], inFlight: number): Promise<Run>
}

/** @throws Error where the variant cannot be opened */
export async function startRunner(name: VariantName, surroundings: Surroundings): Promise<Runner> {
  const program = fileURLToPath(new URL('runner-process.ts', import.meta.url))
  const child = fork(program, [name, JSON.stringify(surroundings)], { serialization: 'advanced' })
  const ended = once(child, 'exit')

  async function nextReply(): Promise<Exclude<RunnerReply, { kind: 'failed' }>> {
    const end = ended.then(([code]): RunnerReply => ({ kind: 'failed', reason: `its process ended (${code})` }))
    const reply = await Promise.race([once(child, 'message').then(([message]) => message as RunnerReply), end])
    if (reply.kind === 'failed') throw new Error(`${name}: ${reply.reason}`)
    return reply
  }

  await nextReply()
  return {
    async run(samples, inFlight) {
      const replied = nextReply()
      child.send({ samples, inFlight } satisfies RunnerRequest)
      const reply = await replied
      if (reply.kind !== 'ran') throw new Error(`${name} replied ${reply.kind}`)
      return reply.run
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
