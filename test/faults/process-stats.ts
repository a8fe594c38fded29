import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import type { ServiceProcess } from '../rig/service-process.ts'
import { descendantsOf } from '../rig/process-tree.ts'
import { type ResourceCounts, openInspector } from './inspector.ts'

/** Reads the memory and resources of a running process. */
export interface ProcessStats extends AsyncDisposable {
  name: string
  readHeapMb(): Promise<number>
  /** Counts all resources, which is slow. */
  countResources(): Promise<ResourceCounts>
  countDescriptors(): number
  countProcesses(): number
}

/** Growth of a resource count that is no leak: pools and the last requests may still be open. */
const COUNT_TOLERANCE = 10
/** Growth of the heap in a wave that is no leak. */
const MAX_HEAP_GROWTH_MB = 1

type Process = Pick<ServiceProcess, 'name' | 'pid' | 'logs'>

/** Connects to a process that was started with `inspectEnv`. */
export async function openStats({ name, pid, logs }: Process): Promise<ProcessStats> {
  const inspector = await openInspector(logs)
  const countDescriptors = (): number => (process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0)
  const countProcesses = (): number => descendantsOf(pid).length
  return {
    name,
    readHeapMb: () => inspector.readHeapMb(),
    countDescriptors,
    countProcesses,
    countResources: async () => ({
      ...(await inspector.countResources()),
      descriptors: countDescriptors(),
      processes: countProcesses(),
    }),
    [Symbol.asyncDispose]: () => inspector[Symbol.asyncDispose](),
  }
}

/** Lists the resources whose counts have grown by more than the tolerance. */
export function findLeaks(before: ResourceCounts, after: ResourceCounts): string[] {
  return Object.entries(after).flatMap(([resource, count]) => {
    const more = count - (before[resource] ?? 0)
    const tolerance = resource === 'processes' || resource === 'CdpPage' ? 0 : COUNT_TOLERANCE
    return more > tolerance ? [`${more} more ${resource}`] : []
  })
}

/** Lists the waves that grew the heap by more than the tolerance. */
export function findGrowth(heapsMb: readonly number[]): string[] {
  return heapsMb.slice(1).flatMap((heapMb, index) => {
    const growth = heapMb - heapsMb[index]!
    return growth > MAX_HEAP_GROWTH_MB ? [`${growth.toFixed(1)} MB more after wave ${index + 1}`] : []
  })
}

/** Lists the Redis keys without an expiry. */
export async function listPersistentKeys(url: string): Promise<string[]> {
  const redis = new Redis(url)
  try {
    const keys = await redis.keys('*')
    const ttls = await Promise.all(keys.map((it) => redis.pttl(it)))
    return keys.filter((_, index) => ttls[index] === -1).toSorted()
  } finally {
    redis.disconnect()
  }
}

/** Reads the resident memory of a process. */
export function readResidentMb(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(kilobytes) / 1_024)
}

/** Formats the warnings and errors in a service's log, which tell the causes of failed requests. */
export function warningsOf({ logs }: Pick<Process, 'logs'>): string {
  return logs
    .flatMap((it) => (['warn', 'error', 'fatal'].includes(String(it.level)) ? [JSON.stringify(it)] : []))
    .join('\n')
}
