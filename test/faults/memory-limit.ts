import { chmod, mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Memory limit of a gateway in docker-compose.yml. */
export const LIMIT_BYTES = 512 * 1024 ** 2
const dockerfile = new URL('../../services/gateway/Dockerfile', import.meta.url)
const controller = '/sys/fs/cgroup/memory'
/** The flags that Node derives from a limit of 512 MiB, for machines on which a test cannot create a cgroup. */
const HEAP_OF_512_MIB = '--max-old-space-size=256 --max-semi-space-size=1'

/** A memory limit for a process, in force before Node derives the size of its heap from it, as in a container. */
export interface MemoryLimit extends AsyncDisposable {
  /** Path of a program that runs Node under the limit. */
  node: string
  /** With `cgroup`, the kernel ends the process beyond the limit; with `test`, the test checks `readPeakBytes`. */
  enforcedBy: 'cgroup' | 'test'
}

/** Reads the setting of glibc in the gateway's image. */
export async function readMallocSetting(): Promise<Record<string, string>> {
  const [, name, value] = /^ENV (MALLOC_\w+)=(\d+)$/m.exec(await readFile(dockerfile, 'utf8')) ?? []
  if (!name || !value) throw new Error('the Dockerfile of the gateway has no setting of glibc')
  return { [name]: value }
}

/** Creates a limit of 512 MiB, as a cgroup (version 1) if the test has the right to create one. */
export async function openMemoryLimit(): Promise<MemoryLimit> {
  const folder = await mkdtemp(join(tmpdir(), 'maps-cage-'))
  const group = `${controller}/${folder.slice(1).replaceAll('/', '-')}`
  const cgroup = await mkdir(group).then(
    () => group,
    () => undefined,
  )
  if (cgroup) await writeFile(`${cgroup}/memory.limit_in_bytes`, String(LIMIT_BYTES))
  const node = join(folder, 'node')
  const command = cgroup
    ? `echo $$ > ${cgroup}/cgroup.procs && exec ${process.execPath} "$@"`
    : `exec ${process.execPath} ${HEAP_OF_512_MIB} "$@"`
  await writeFile(node, `#!/bin/sh\n${command}\n`)
  await chmod(node, 0o755)
  return {
    node,
    enforcedBy: cgroup ? 'cgroup' : 'test',
    async [Symbol.asyncDispose]() {
      if (cgroup) await rmdir(cgroup)
      await rm(folder, { recursive: true })
    },
  }
}

/** Lets a process's peak begin anew (https://www.kernel.org/doc/html/latest/filesystems/proc.html, clear_refs). */
export async function resetPeakBytes(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
}

/**
 * Reads the peak memory of a process in bytes, without the pages of files that it has now, such as the program's code: the kernel drops those when
 * memory is short.
 */
export async function readPeakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytesOf = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1])
  return (kilobytesOf('VmHWM') - kilobytesOf('RssFile')) * 1024
}
