import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A message to the reaper process: one JSON line on its standard input. */
export type ReaperMessage =
  | { kind: 'watch'; pid: number; stopSignal: NodeJS.Signals }
  | { kind: 'forget'; pid: number }
  | { kind: 'remove'; folder: string }

/** A process beside ours that ends our child processes where ours is killed before it can. */
export interface Reaper extends AsyncDisposable {
  watch(pid: number, stopSignal: NodeJS.Signals): void
  forget(pid: number): void
  /** Removes the folder when all watched processes have ended. */
  removeAtEnd(folder: string): void
}

/** Another stack runs on the same state. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld'
}

/**
 * Starts a reaper process.
 * @param lockFile held until all watched processes have ended, so that no two stacks share their state
 * @throws LockHeld where another reaper has it
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
    throw child.exitCode === LOCK_IS_HELD ? new LockHeld() : new Error('the reaper process did not start')
  }
  const tell = (message: ReaperMessage): void => void child.stdin.write(`${JSON.stringify(message)}\n`)
  child.stdin.on('error', () => {})
  return {
    watch: (pid, stopSignal) => tell({ kind: 'watch', pid, stopSignal }),
    forget: (pid) => tell({ kind: 'forget', pid }),
    removeAtEnd: (folder) => tell({ kind: 'remove', folder }),
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await ended
    },
  }
}

/** Exit code of a reaper process whose lock file another process holds. */
export const LOCK_IS_HELD = 3
