import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'

const controller = '/sys/fs/cgroup/memory'

/** A process's memory, and the group that bounds it where this machine has one to give. */
export interface MemoryCage extends AsyncDisposable {
  /** What enforces the limit: the kernel ends the process beyond it, or the test has to look at `peakBytes`. */
  enforcedBy: 'cgroup' | 'test'
  peakBytes(): Promise<number>
}

/** Gives a process that runs no more memory than this, in a cgroup (version 1) where we may make one. */
export async function cage(pid: number, limitBytes: number): Promise<MemoryCage> {
  const statusOf = async (field: string): Promise<number> => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
  }
  const folder = `${controller}/maps-test-${pid}`
  const own = await mkdir(folder).then(
    () => folder,
    () => undefined,
  )
  if (own) {
    // What the process has already does not count for its new group.
    await writeFile(`${own}/memory.limit_in_bytes`, String(limitBytes - (await statusOf('VmRSS'))))
    await writeFile(`${own}/cgroup.procs`, String(pid))
  }
  return {
    enforcedBy: own ? 'cgroup' : 'test',
    peakBytes: () => statusOf('VmHWM'),
    async [Symbol.asyncDispose]() {
      if (!own) return
      await writeFile(`${controller}/cgroup.procs`, String(pid)).catch(() => {})
      await rmdir(own).catch(() => {})
    },
  }
}
