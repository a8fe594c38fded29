import { readFileSync } from 'node:fs'

/** Whether a process still does anything: one that has ended and whose parent has not noticed does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    // There is no /proc, or just no such process any more.
    return process.platform !== 'linux'
  }
}
