import { chmod, mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What docker-compose.yml gives a gateway. */
export const LIMIT_BYTES = 512 * 1024 ** 2
const controller = '/sys/fs/cgroup/memory'
/** The heap that Node gives itself where it sees a limit of 512 MiB, for machines that let us set none. */
const HEAP_OF_512_MIB = '--max-old-space-size=256 --max-semi-space-size=1'

/**
 * A limit of memory that a service is started under, as in a container: Node takes the size of its heap from it. A limit set later would
 * meet a heap made for the whole machine.
 */
export interface MemoryCage extends AsyncDisposable {
  /** Runs Node under the limit. */
  node: string
  /** What enforces the limit: the kernel ends the process beyond it, or the test has to look at `peakBytes`. */
  enforcedBy: 'cgroup' | 'test'
}

/** Makes a limit of 512 MiB, as a cgroup (version 1) where we may make one. */
export async function openMemoryCage(): Promise<MemoryCage> {
  const folder = await mkdtemp(join(tmpdir(), 'maps-cage-'))
  const group = `${controller}/${folder.slice(1).replaceAll('/', '-')}`
  const own = await mkdir(group).then(
    () => group,
    () => undefined,
  )
  if (own) await writeFile(`${own}/memory.limit_in_bytes`, String(LIMIT_BYTES))
  const node = join(folder, 'node')
  const run = own
    ? `echo $$ > ${own}/cgroup.procs && exec ${process.execPath} "$@"`
    : `exec ${process.execPath} ${HEAP_OF_512_MIB} "$@"`
  await writeFile(node, `#!/bin/sh\n${run}\n`)
  await chmod(node, 0o755)
  return {
    node,
    enforcedBy: own ? 'cgroup' : 'test',
    async [Symbol.asyncDispose]() {
      if (own) await rmdir(own)
      await rm(folder, { recursive: true })
    },
  }
}

/** The most memory that a process has had so far, in bytes. */
export async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}
