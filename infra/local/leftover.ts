import { readFile, readlink, realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '@maps/shared/config'

const STOP_WITHIN_MS = 10_000

/**
 * Stops a server that still works on `folder`, as after the machine's memory ran out for us and our keeper alike.
 * Two servers on one folder would destroy it.
 * @returns whether the process that the pid file names is gone, or was never a server of this folder
 */
export async function stopLeftover(
  name: string,
  pidFile: string,
  folder: string,
  signal: NodeJS.Signals,
): Promise<void> {
  const pid = await readPid(pidFile)
  if (!pid || !(await worksIn(pid, folder))) return
  process.kill(pid, signal)
  const deadline = Date.now() + STOP_WITHIN_MS
  while (await worksIn(pid, folder)) {
    if (Date.now() > deadline)
      throw new SetupError(`${name} (process ${pid}) still uses ${folder} and does not stop: kill it.`)
    await sleep(50)
  }
}

/** The process number that a pid file names; 0 where there is none. */
export async function readPid(pidFile: string): Promise<number> {
  return Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
}

/** Both servers make their folder the current one. A number alone proves nothing: after a restart it is some other process. */
async function worksIn(pid: number, folder: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch {
    return false
  }
}
