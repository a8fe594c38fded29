/**
 * Runs beside a stack and reads from its starter which processes belong to it. When that pipe closes, by an orderly
 * stop or because the starter was killed, it ends the processes that are left. Until then it holds the stack's lock.
 */
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './is-running.ts'
import { type ReaperMessage, LOCK_IS_HELD } from './reaper.ts'
import { tryLock } from './lock.ts'

/** Per process; then it is killed. */
const STOP_WITHIN_MS = 2_500

const lockFile = process.argv[2]
const watched = new Map<number, NodeJS.Signals>()
const folders: string[] = []

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
if (lockFile !== undefined && !tryLock(lockFile)) process.exit(LOCK_IS_HELD)
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) take(JSON.parse(line) as ReaperMessage)
await endWatched()
for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
process.exit()

function take(message: ReaperMessage): void {
  if (message.kind === 'watch') watched.set(message.pid, message.stopSignal)
  else if (message.kind === 'forget') watched.delete(message.pid)
  else folders.push(message.folder)
}

/** In reverse order of their start, since a process depends on those started before it. */
async function endWatched(): Promise<void> {
  for (const [pid, signal] of [...watched].toReversed()) {
    kill(pid, signal)
    const deadline = Date.now() + STOP_WITHIN_MS
    while (isRunning(pid) && Date.now() < deadline) await sleep(20)
    kill(-pid, 'SIGKILL')
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone.
  }
}
