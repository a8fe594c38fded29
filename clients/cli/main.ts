#!/usr/bin/env node
import { exitCodes, Interruption } from './failure.ts'
import { run } from './run.ts'

/** After a signal, time to end by itself in ms: longer than the atomic write of a file. */
const TIME_TO_END = 1_000

const { argv, env, stdin, stdout, stderr } = process
const interruption = new AbortController()
let endingSignal: NodeJS.Signals = 'SIGINT'
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endingSignal = signal
    interruption.abort(new Interruption())
    // Node cannot cancel a system call, such as one that waits for the other end of a pipe.
    setTimeout(endBySignal, TIME_TO_END).unref()
  })
}
// Ends a command that waits for input.
interruption.signal.addEventListener('abort', () => void stdin.destroy())
// `write` handles the error. Without a listener, Node would end the process.
for (const output of [stdout, stderr]) output.on('error', () => undefined)

process.exitCode = await run(argv.slice(2), { env, stdin, stdout, stderr, signal: interruption.signal })
// An open standard input would keep the process alive.
stdin.destroy()
if (process.exitCode === exitCodes.interrupted) endBySignal()

/** A shell stops its loop or list of commands only if the signal itself ended the program. */
function endBySignal(): void {
  process.removeAllListeners(endingSignal)
  process.kill(process.pid, endingSignal)
}
