import { run } from './run.ts'

const { env, stdin, stdout, stderr } = process

let hasLostOutput = false
stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough closes the pipe, as head does.
  if (error.code === 'EPIPE') return
  console.error(`The output cannot be written: ${error.message}`)
  hasLostOutput = true
  process.exitCode = 1
})

const code = await run(process.argv.slice(2), { env, stdin, stdout, stderr })
if (!hasLostOutput) process.exitCode = code
