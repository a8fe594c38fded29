import { readFileSync } from 'node:fs'

/** Whether a process runs. A zombie, which has ended but was not waited for, does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    // Without /proc the signal is the only evidence; with it, the process has just ended.
    return process.platform !== 'linux'
  }
}
