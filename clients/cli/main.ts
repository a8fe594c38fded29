#!/usr/bin/env node
import { exitCodes, Interruption } from './failure.ts'
import { run } from './run.ts'

const { argv, env, stdin, stdout, stderr } = process
const interruption = new AbortController()
let endingSignal: NodeJS.Signals = 'SIGINT'
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endingSignal = signal
    interruption.abort(new Interruption())
  })
}
// A command that waits for input ends, too.
interruption.signal.addEventListener('abort', () => void stdin.destroy())
// What reads from us has seen enough, as in `maps list | head`.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : exitCodes.failed))

process.exitCode = await run(argv.slice(2), { env, stdin, stdout, stderr, signal: interruption.signal })
// A terminal or pipe that was read from keeps the process alive otherwise.
stdin.destroy()
if (process.exitCode === exitCodes.interrupted) {
  // A shell ends its loop, and a line, only for a program that the signal itself has ended.
  process.removeAllListeners(endingSignal)
  process.kill(process.pid, endingSignal)
}
