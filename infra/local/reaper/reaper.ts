import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A message to the reaper process: one JSON line on its standard input. */
export type ReaperMessage =
  | { kind: 'watch'; pid: number; stopSignal: NodeJS.Signals }
  | { kind: 'forget'; pid: number }
  | { kind: 'remove'; folder: string }

/** A separate process that ends this process's children if this process is killed. */
export interface Reaper extends AsyncDisposable {
  watch(pid: number, stopSignal: NodeJS.Signals): void
  forget(pid: number): void
  /** Has a folder removed after all watched processes have ended. */
  removeAtEnd(folder: string): void
}

/** The error for a lock file that another stack holds. */
export class LockHeldError extends Error {
  override readonly name = 'LockHeldError'
}

/**
 * Starts a reaper process.
 * @param lockFile file that stays locked until all watched processes have ended, so that no two stacks share their state
 * @throws LockHeldError if another reaper holds the lock
 */
export async function openReaper(lockFile?: string): Promise<Reaper> {
  const program = fileURLToPath(new URL('reaper-process.ts', import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [program, ...(lockFile ? [lockFile] : [])], {
    env: { PATH, NODE_COMPILE_CACHE },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const ready = once(child.stdout, 'data').then(() => true)
  if (!(await Promise.race([ready, ended.then(() => false)]))) {
    throw child.exitCode === LOCK_HELD_EXIT_CODE ? new LockHeldError() : new Error('the reaper process did not start')
  }
  const send = (message: ReaperMessage): void => void child.stdin.write(`${JSON.stringify(message)}\n`)
  child.stdin.on('error', () => {})
  return {
    watch: (pid, stopSignal) => send({ kind: 'watch', pid, stopSignal }),
    forget: (pid) => send({ kind: 'forget', pid }),
    removeAtEnd: (folder) => send({ kind: 'remove', folder }),
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await ended
    },
  }
}

/** Exit code of a reaper process whose lock file another process holds. */
export const LOCK_HELD_EXIT_CODE = 3
