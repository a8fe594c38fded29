import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What the keeper is told, one JSON line each. */
export type KeeperMessage =
  | { kind: 'watch'; pid: number; stopSignal: NodeJS.Signals }
  | { kind: 'forget'; pid: number }
  | { kind: 'remove'; folder: string }

/** A process beside ours that ends what we started, should we be killed before we can. */
export interface Keeper extends AsyncDisposable {
  watch(pid: number, stopSignal: NodeJS.Signals): void
  forget(pid: number): void
  /** Has the folder removed when everything is over. */
  removeAtEnd(folder: string): void
}

/** Another stack runs on the same state. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld'
}

/**
 * @param lockFile held until everything that the keeper watches has ended, so that no two stacks share their state
 * @throws LockHeld where another keeper has it
 */
export async function openKeeper(lockFile?: string): Promise<Keeper> {
  const program = fileURLToPath(new URL('keeper-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program, ...(lockFile ? [lockFile] : [])], {
    env: { PATH: process.env.PATH },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const ready = once(child.stdout, 'data').then(() => true)
  if (!(await Promise.race([ready, ended.then(() => false)]))) {
    throw child.exitCode === LOCK_IS_HELD ? new LockHeld() : new Error('the keeper process did not start')
  }
  const tell = (message: KeeperMessage): void => void child.stdin.write(`${JSON.stringify(message)}\n`)
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

/** Exit code of a keeper that another one was before. */
export const LOCK_IS_HELD = 3
