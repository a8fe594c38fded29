import { readFile, readlink, realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '@maps/shared/config'

const STOP_WITHIN_MS = 10_000

/**
 * Stops a server that still uses `folder` because the stack and its reaper were both killed. Two servers would corrupt
 * the folder.
 * @throws SetupError if the server does not stop within 10 s
 */
export async function stopOrphan(name: string, pidFile: string, folder: string, signal: NodeJS.Signals): Promise<void> {
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

/** Reads the process id from a pid file; 0 if the file does not exist. */
export async function readPid(pidFile: string): Promise<number> {
  return Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
}

/** Whether a process works in a folder, as PostgreSQL and Redis do. The id alone proves nothing: systems reuse process ids. */
async function worksIn(pid: number, folder: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch {
    return false
  }
}
