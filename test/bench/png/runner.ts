import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { MapSpec } from '../maps.ts'
import type { VariantContext } from './variant.ts'
import type { VariantName } from './variants.ts'

/** A message to a runner's process: the maps to export. */
export interface RunnerRequest {
  specs: readonly MapSpec[]
  inFlight: number
}

/** A message of a runner's process: `ready` once, then a reply to each request. */
export type RunnerReply = { kind: 'ready' } | { kind: 'ran'; run: Run } | { kind: 'failed'; reason: string }

/** The exports of one request. */
export interface Run {
  pictures: readonly Picture[]
  /** From the start of the first export to the end of the last. */
  elapsedMs: number
}

/** The measurements of one picture, with its size in bytes and px. */
export interface Picture {
  ms: number
  bytes: number
  width: number
  height: number
}

/** A variant in a process of its own. */
export interface Runner extends AsyncDisposable {
  run(specs: readonly MapSpec[], inFlight: number): Promise<Run>
}

/** Starts a process with a variant. @throws Error where the variant cannot be opened */
export async function startRunner(name: VariantName, context: VariantContext): Promise<Runner> {
  const program = fileURLToPath(new URL('runner-process.ts', import.meta.url))
  const child = fork(program, [name, JSON.stringify(context)], { serialization: 'advanced' })
  const ended = once(child, 'exit')

  async function nextReply(): Promise<Exclude<RunnerReply, { kind: 'failed' }>> {
    const end = ended.then(([code]): RunnerReply => ({ kind: 'failed', reason: `its process ended (${code})` }))
    const reply = await Promise.race([once(child, 'message').then(([message]) => message as RunnerReply), end])
    if (reply.kind === 'failed') throw new Error(`${name}: ${reply.reason}`)
    return reply
  }

  await nextReply()
  return {
    async run(specs, inFlight) {
      const replied = nextReply()
      child.send({ specs, inFlight } satisfies RunnerRequest)
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
