/**
 * Prints the slowest export stages for the worst maps that the API accepts, in CPU time without Chromium and Graphviz.
 * `npm run bench:worst -- [--count 150] [--seed 20261121] [--first 0]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type WorstMap, worstMaps } from '../maps/worst-maps.ts'
import type { Stage } from './worst/stages-thread.ts'

/** CPU time after which a stage is aborted. */
const MAX_CPU_MS = 20_000
const POLL_MS = 100
/** CPU time from which a stage is printed. */
const SLOW_MS = 1_000

type Message = Stage | { begun: string } | 'done'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '150' },
    seed: { type: 'string', default: '20261121' },
    first: { type: 'string', default: '0' },
  },
})
const { count, seed, first } = values
const module = new URL('worst/stages-thread.ts', import.meta.url)
let thread = new Worker(module)
const slowest = new Map<string, { cpuMs: number; map: string }>()

let index = -1
for (const worst of worstMaps(seed, Number(count))) {
  if (++index < Number(first)) continue
  const stages = await measure(worst)
  const slow = stages.filter((it) => it.cpuMs >= SLOW_MS).toSorted((a, b) => b.cpuMs - a.cpuMs)
  for (const { name, cpuMs } of stages) {
    if (cpuMs > (slowest.get(name)?.cpuMs ?? 0)) slowest.set(name, { cpuMs, map: `${index}` })
  }
  if (slow.length > 0) console.log(`${index} ${worst.name}\n   ${slow.map(textOf).join(', ')}`)
}
console.log(`\nThe slowest of each stage in ${count} maps of seed ${seed}`)
for (const [name, { cpuMs, map }] of slowest) console.log(`${textOf({ name, cpuMs }).padEnd(30)} map ${map}`)
await thread.terminate()

function textOf({ name, cpuMs }: Stage): string {
  return `${name} ${Math.round(cpuMs)} ms${cpuMs >= MAX_CPU_MS ? ' and more' : ''}`
}

/** CPU times of a map's stages, up to the first stage that is aborted. */
async function measure({ map }: WorstMap): Promise<Stage[]> {
  const stages: Stage[] = []
  const finished = new AbortController()
  let begun = ''
  const listen = (message: Message): void => {
    if (message === 'done') finished.abort()
    else if ('begun' in message) begun = message.begun
    else stages.push(message)
  }
  thread.on('message', listen)
  thread.postMessage(JSON.stringify(map))
  let watched = ''
  let before = await thread.cpuUsage()
  while (!finished.signal.aborted) {
    await sleep(POLL_MS, undefined, { signal: finished.signal }).catch(() => {})
    if (watched !== begun) {
      watched = begun
      before = await thread.cpuUsage()
    }
    const { user, system } = await thread.cpuUsage(before)
    if ((user + system) / 1_000 < MAX_CPU_MS) continue
    stages.push({ name: begun, cpuMs: MAX_CPU_MS })
    await thread.terminate()
    thread = new Worker(module)
    return stages
  }
  thread.off('message', listen)
  return stages
}
