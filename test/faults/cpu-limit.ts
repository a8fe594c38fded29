import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

const controller = '/sys/fs/cgroup/cpu'
const PERIOD_MS = 100
const NEIGHBOUR_ENDS_AFTER_MS = 20 * 60_000

/** A limit of processor time for a process, in force from its start. */
export interface CpuLimit extends AsyncDisposable {
  /** Path of a program that runs Node under the limit. */
  node: string
  /** `cgroup` limits the process and its children; `signals` stop and continue the process itself. */
  enforcedBy: 'cgroup' | 'signals'
}

/** Limits a process to a share of one core: as a cgroup (version 1) if the test has the right to create one, else with signals. */
export async function openCpuLimit(cores: number): Promise<CpuLimit> {
  const folder = await mkdtemp(join(tmpdir(), 'maps-slow-'))
  const group = `${controller}/${folder.slice(1).replaceAll('/', '-')}`
  const cgroup = await mkdir(group).then(
    () => group,
    () => undefined,
  )
  if (cgroup) {
    await writeFile(`${cgroup}/cpu.cfs_period_us`, String(PERIOD_MS * 1_000))
    await writeFile(`${cgroup}/cpu.cfs_quota_us`, String(cores * PERIOD_MS * 1_000))
  }
  const node = join(folder, 'node')
  await writeFile(
    node,
    `#!/bin/sh\n${cgroup ? `echo $$ > ${cgroup}/cgroup.procs` : dutyCycle(cores)}\nexec ${process.execPath} "$@"\n`,
  )
  await chmod(node, 0o755)
  return {
    node,
    enforcedBy: cgroup ? 'cgroup' : 'signals',
    async [Symbol.asyncDispose]() {
      if (cgroup) await rmdir(cgroup)
      await rm(folder, { recursive: true })
    },
  }
}

/** Shell script that lets this process run for a share of the time. */
function dutyCycle(share: number): string {
  const [run, pause] = [share, 1 - share].map((it) => ((it * PERIOD_MS) / 1_000).toFixed(3))
  return `(while kill -STOP $$; do sleep ${pause}; kill -CONT $$; sleep ${run}; done) 2>&- >&- &`
}

/** Keeps every core busy until disposal. */
export function openBusyNeighbours(): Disposable {
  const program = `const end = Date.now() + ${NEIGHBOUR_ENDS_AFTER_MS}; while (Date.now() < end);`
  const neighbours = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', program]))
  return {
    [Symbol.dispose]() {
      for (const neighbour of neighbours) neighbour.kill()
    },
  }
}
