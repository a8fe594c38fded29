import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { descendantsOf } from '../../rig/process-tree.ts'

/** What the figures are: PSS counts a page that several processes share once among them, RSS once for each. */
export const memoryKind = process.platform === 'linux' ? 'PSS' : 'RSS'

/** Bytes that processes and all that they have started hold. */
export function memoryOf(pids: readonly number[]): number {
  const all = new Set(pids.flatMap((it) => [it, ...descendantsOf(it).map((one) => one.pid)]))
  if (memoryKind === 'RSS')
    return sumOf(execFileSync('ps', ['-o', 'rss=', '-p', [...all].join(',')], { encoding: 'utf8' }))
  return [...all].reduce((sum, pid) => sum + pssOf(pid), 0)
}

/** See proc_pid_smaps(5); 0 for a process that has ended meanwhile. */
function pssOf(pid: number): number {
  try {
    return sumOf(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? '')
  } catch {
    return 0
  }
}

/** Numbers of KiB, in bytes. */
function sumOf(numbers: string): number {
  return [...numbers.matchAll(/\d+/g)].reduce((sum, [it]) => sum + Number(it) * 1_024, 0)
}
