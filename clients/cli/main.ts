#!/usr/bin/env node
import { Interruption } from './failure.ts'
import { run } from './run.ts'

const { argv, env, stdin, stdout, stderr } = process
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // The second one ends a process that does not end by itself.
  process.once(signal, () => interruption.abort(new Interruption()))
}
// What reads from us has seen enough, as in `maps list | head`.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 5))

process.exitCode = await run(argv.slice(2), { env, stdin, stdout, stderr, signal: interruption.signal })
// A terminal or pipe that was read from keeps the process alive otherwise.
stdin.destroy()
