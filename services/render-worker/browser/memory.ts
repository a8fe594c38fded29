import { readdir, readFile } from 'node:fs/promises'

const KIB_PER_MB = 1024

/**
 * Private memory in MB of the processes of a group. Their shared memory is mostly Chromium's program.
 * Undefined if the system does not report it.
 */
export async function memoryOfGroup(groupId: number): Promise<number | undefined> {
  const names = await readdir('/proc').catch(() => [])
  const sizes = await Promise.all(names.filter((it) => /^\d+$/.test(it)).map((it) => privateKib(it, groupId)))
  const total = sizes.reduce((sum, it) => sum + it, 0)
  return total > 0 ? Math.round(total / KIB_PER_MB) : undefined
}

/** Private memory of a process in KiB; 0 if it is in another group. Every user can read proc_pid_stat(5) and proc_pid_status(5), unlike smaps. */
async function privateKib(processId: string, groupId: number): Promise<number> {
  try {
    const stat = await readFile(`/proc/${processId}/stat`, 'utf8')
    // The name, in parentheses, may contain any character. State, parent and group follow it.
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) !== groupId) return 0
    const status = await readFile(`/proc/${processId}/status`, 'utf8')
    return Number(/^RssAnon:\s*(\d+)/m.exec(status)?.[1] ?? 0)
  } catch {
    // The process has ended meanwhile.
    return 0
  }
}
