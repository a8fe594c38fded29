import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../bench/random.ts'
import type { TestPostgres } from '../rig/postgres.ts'
import type { Replicas, Fleet } from './fleet.ts'

/** What faults hit. */
interface Target {
  fleet: Fleet
  postgres: TestPostgres
}

type Fault = (target: Target, random: Random) => Promise<void>

const MIN_STOP_MS = 200
const MAX_STOP_MS = 2_500

/** A part of the service, which has at most one fault at a time. */
interface Part {
  /** Longest time between two faults. */
  maxIntervalMs: number
  faults: Readonly<Record<string, Fault>>
}

const parts: readonly Part[] = [
  {
    maxIntervalMs: 2_000,
    faults: {
      'worker killed': ({ fleet }, random) => kill(fleet.workers, random),
      'worker stopped for a while': ({ fleet }, random) => pauseOne(fleet.workers, random),
      'worker restarted': ({ fleet }, random) => restartOne(fleet.workers, random),
    },
  },
  {
    maxIntervalMs: 2_000,
    faults: {
      'gateway killed': ({ fleet }, random) => kill(fleet.gateways, random),
      'gateway stopped for a while': ({ fleet }, random) => pauseOne(fleet.gateways, random),
      'gateway restarted': ({ fleet }, random) => restartOne(fleet.gateways, random),
    },
  },
  {
    maxIntervalMs: 5_000,
    faults: {
      'Redis stopped for a while': ({ fleet }, random) => pause((it) => fleet.redis!.kill(it), random),
      'Redis restarted without its data': ({ fleet }) => fleet.redis!.restart(),
    },
  },
  {
    maxIntervalMs: 20_000,
    faults: {
      'Postgres restarted': ({ postgres }, random) => restartPostgres(postgres, 'SIGINT', random),
      'Postgres killed': ({ postgres }, random) => restartPostgres(postgres, 'SIGKILL', random),
    },
  },
]

/** Injects random faults for this long and leaves all processes running. @returns the count of each fault */
export async function injectFaults(
  ms: number,
  target: Target,
  randomFor: (part: number) => Random,
): Promise<Record<string, number>> {
  const end = performance.now() + ms
  const counts: Record<string, number> = {}
  const injectInto = async ({ maxIntervalMs, faults }: Part, index: number): Promise<void> => {
    const random = randomFor(index)
    while (performance.now() < end) {
      await sleep(random.below(maxIntervalMs))
      const [name, inject] = random.pick(Object.entries(faults))
      await inject(target, random)
      counts[name] = (counts[name] ?? 0) + 1
    }
  }
  await Promise.all(parts.map(injectInto))
  return counts
}

async function kill(replicas: Replicas, random: Random): Promise<void> {
  const index = random.below(replicas.members.length)
  await replicas.kill(index)
  await replicas.replace(index)
}

async function restartOne(replicas: Replicas, random: Random): Promise<void> {
  await replicas.restart(random.below(replicas.members.length))
}

async function pauseOne({ members }: Replicas, random: Random): Promise<void> {
  const { pid } = random.pick(members)
  await pause((signal) => void process.kill(pid, signal), random)
}

async function pause(send: (signal: NodeJS.Signals) => void, random: Random): Promise<void> {
  send('SIGSTOP')
  try {
    await sleep(randomStopMs(random))
  } finally {
    send('SIGCONT')
  }
}

async function restartPostgres(postgres: TestPostgres, signal: 'SIGINT' | 'SIGKILL', random: Random): Promise<void> {
  await postgres.stop(signal)
  await sleep(randomStopMs(random))
  await postgres.start()
}

function randomStopMs(random: Random): number {
  return MIN_STOP_MS + random.below(MAX_STOP_MS - MIN_STOP_MS)
}
