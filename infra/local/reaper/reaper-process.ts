/**
 * The reaper process of a stack. It reads the ids of the stack's processes from stdin, which the parent closes when it
 * stops or is killed. The reaper then ends the remaining processes. Until then it holds the stack's lock.
 */
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './is-running.ts'
import { type ReaperMessage, LOCK_HELD_EXIT_CODE } from './reaper.ts'
import { tryLock } from './lock.ts'

/** Time from a process's stop signal to SIGKILL. */
const STOP_WITHIN_MS = 2_500

const lockFile = process.argv[2]
const watched = new Map<number, NodeJS.Signals>()
const folders: string[] = []

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
if (lockFile !== undefined && !tryLock(lockFile)) process.exit(LOCK_HELD_EXIT_CODE)
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) handleMessage(JSON.parse(line) as ReaperMessage)
await endWatched()
for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
process.exit()

function handleMessage(message: ReaperMessage): void {
  if (message.kind === 'watch') watched.set(message.pid, message.stopSignal)
  else if (message.kind === 'forget') watched.delete(message.pid)
  else folders.push(message.folder)
}

/** Ends the processes in reverse order of their start, since each may depend on earlier ones. */
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
    // The process has ended already.
  }
}
