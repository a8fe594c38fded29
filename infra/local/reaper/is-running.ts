import { readFileSync } from 'node:fs'

/** Whether a process is running. A zombie counts as ended. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    // On Linux, the process has just ended. Other systems have no /proc: the signal is the only evidence.
    return process.platform !== 'linux'
  }
}
