import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../bench/random.ts'
import type { ProcessGroup, Fleet } from './fleet.ts'

type Strike = (fleet: Fleet, random: Random) => Promise<void>

const SHORTEST_STOP_MS = 200
const LONGEST_STOP_MS = 2_500
const LONGEST_PEACE_MS = 2_000

/** By whom they hit: of each of these, one thing happens at a time. */
const strikes: readonly Readonly<Record<string, Strike>>[] = [
  {
    'worker killed': ({ workers }, random) => kill(workers, random),
    'worker stopped for a while': ({ workers }, random) => freeze(random.pick(workers.members).pid, random),
    'worker restarted': ({ workers }, random) => workers.restart(random.below(workers.members.length)),
  },
  {
    'gateway killed': ({ gateways }, random) => kill(gateways, random),
    'gateway stopped for a while': ({ gateways }, random) => freeze(random.pick(gateways.members).pid, random),
    'gateway restarted': ({ gateways }, random) => gateways.restart(random.below(gateways.members.length)),
  },
  { 'Redis stopped for a while': ({ redisPid }, random) => freeze(redisPid, random) },
]

/** Strikes again and again until the time is over, and leaves everything running. Answers how often with what. */
export async function strikeFor(
  ms: number,
  fleet: Fleet,
  randomOf: (target: number) => Random,
): Promise<Record<string, number>> {
  const until = performance.now() + ms
  const counts: Record<string, number> = {}
  const strikeAt = async (target: number): Promise<void> => {
    const random = randomOf(target)
    while (performance.now() < until) {
      await sleep(random.below(LONGEST_PEACE_MS))
      const [name, strike] = random.pick(Object.entries(strikes[target]!))
      await strike(fleet, random)
      counts[name] = (counts[name] ?? 0) + 1
    }
  }
  await Promise.all(strikes.keys().map(strikeAt))
  return counts
}

async function kill(group: ProcessGroup, random: Random): Promise<void> {
  const place = random.below(group.members.length)
  await group.kill(place)
  await group.refill(place)
}

async function freeze(pid: number, random: Random): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  try {
    await sleep(SHORTEST_STOP_MS + random.below(LONGEST_STOP_MS - SHORTEST_STOP_MS))
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}
