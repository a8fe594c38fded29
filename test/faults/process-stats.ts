import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import type { LogEntry } from '../rig/service-process.ts'
import { descendantsOf } from '../rig/process-tree.ts'
import { type ResourceCounts, openInspector } from './inspector.ts'

/** A process of which is told now and then what it owns. */
export interface Watched extends AsyncDisposable {
  name: string
  heapMb(): Promise<number>
  /** Of everything that can be counted; takes a while. */
  resourceCounts(): Promise<ResourceCounts>
  descriptors(): number
  processes(): number
}

/** Before the pools and the last requests have come to rest, and for what varies by itself. */
const SLACK = 10
/** That a wave of requests may leave in the heap. */
const HEAP_GROWTH_MB = 1

interface Process {
  name: string
  pid: number
  logs: readonly LogEntry[]
}

export async function watch({ name, pid, logs }: Process): Promise<Watched> {
  const inspector = await openInspector(logs)
  const descriptors = (): number => (process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0)
  const processes = (): number => descendantsOf(pid).length
  return {
    name,
    heapMb: () => inspector.heapMb(),
    descriptors,
    processes,
    resourceCounts: async () => ({
      ...(await inspector.resourceCounts()),
      descriptors: descriptors(),
      processes: processes(),
    }),
    [Symbol.asyncDispose]: () => inspector[Symbol.asyncDispose](),
  }
}

/** What a process has more of than can be explained by chance. */
export function findLeaks(before: ResourceCounts, after: ResourceCounts): string[] {
  return Object.entries(after).flatMap(([what, count]) => {
    const more = count - (before[what] ?? 0)
    const slack = what === 'processes' || what === 'CdpPage' ? 0 : SLACK
    return more > slack ? [`${more} more ${what}`] : []
  })
}

/** The waves after which a heap was larger than it may be. */
export function findGrowth(heapsMb: readonly number[]): string[] {
  return heapsMb.slice(1).flatMap((it, index) => {
    const growth = it - heapsMb[index]!
    return growth > HEAP_GROWTH_MB ? [`${growth.toFixed(1)} MB more after wave ${index + 1}`] : []
  })
}

/** Names of keys in Redis that nothing but a program removes. */
export async function lastingKeys(url: string): Promise<string[]> {
  const redis = new Redis(url)
  try {
    const keys = await redis.keys('*')
    const ttls = await Promise.all(keys.map((it) => redis.pttl(it)))
    return keys.filter((_, index) => ttls[index] === -1).toSorted()
  } finally {
    redis.disconnect()
  }
}

/** Megabytes that a process has in memory. */
export function residentMegabytes(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(kilobytes) / 1_024)
}

/** What a service has complained of in its log: it tells the cause of what clients only see as a refusal. */
export function complaintsOf({ logs }: Pick<Process, 'logs'>): string {
  return logs
    .flatMap((it) => (['warn', 'error', 'fatal'].includes(String(it.level)) ? [JSON.stringify(it)] : []))
    .join('\n')
}
