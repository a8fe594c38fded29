import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../bench/random.ts'
import type { Replicas, Fleet } from './fleet.ts'

type Fault = (fleet: Fleet, random: Random) => Promise<void>

const MIN_STOP_MS = 200
const MAX_STOP_MS = 2_500
const MAX_INTERVAL_MS = 2_000

/** Faults by target. Each target has at most one fault at a time. */
const faultsByTarget: readonly Readonly<Record<string, Fault>>[] = [
  {
    'worker killed': ({ workers }, random) => kill(workers, random),
    'worker stopped for a while': ({ workers }, random) => pause(random.pick(workers.members).pid, random),
    'worker restarted': ({ workers }, random) => workers.restart(random.below(workers.members.length)),
  },
  {
    'gateway killed': ({ gateways }, random) => kill(gateways, random),
    'gateway stopped for a while': ({ gateways }, random) => pause(random.pick(gateways.members).pid, random),
    'gateway restarted': ({ gateways }, random) => gateways.restart(random.below(gateways.members.length)),
  },
  { 'Redis stopped for a while': ({ redisPid }, random) => pause(redisPid, random) },
]

/** Injects random faults for this long and leaves all processes running. @returns the count of each fault */
export async function injectFaults(
  ms: number,
  fleet: Fleet,
  randomFor: (target: number) => Random,
): Promise<Record<string, number>> {
  const end = performance.now() + ms
  const counts: Record<string, number> = {}
  const injectInto = async (target: number): Promise<void> => {
    const random = randomFor(target)
    while (performance.now() < end) {
      await sleep(random.below(MAX_INTERVAL_MS))
      const [name, inject] = random.pick(Object.entries(faultsByTarget[target]!))
      await inject(fleet, random)
      counts[name] = (counts[name] ?? 0) + 1
    }
  }
  await Promise.all(faultsByTarget.keys().map(injectInto))
  return counts
}

async function kill(replicas: Replicas, random: Random): Promise<void> {
  const index = random.below(replicas.members.length)
  await replicas.kill(index)
  await replicas.replace(index)
}

async function pause(pid: number, random: Random): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  try {
    await sleep(MIN_STOP_MS + random.below(MAX_STOP_MS - MIN_STOP_MS))
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}
