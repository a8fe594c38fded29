import { run } from './run.ts'

const { env, stdin, stdout, stderr } = process

stderr.on('error', () => {})
stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough closes the pipe, as head does.
  if (error.code === 'EPIPE') return
  console.error(`The output cannot be written: ${error.message}`)
  process.exitCode = 1
})

const code = await run(process.argv.slice(2), { env, stdin, stdout, stderr })
// Output that could not be written has set one already.
process.exitCode ||= code
