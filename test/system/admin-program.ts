import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { adminProgram } from '../../infra/local/run-admin.ts'

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the admin command line on this input, with nothing in its environment but this. */
export async function runAdmin(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input: string | Buffer = '',
): Promise<Outcome> {
  const child = spawn(process.execPath, [adminProgram, ...args], { env: { PATH: process.env.PATH, ...env } })
  // It may end before it has read everything.
  child.stdin.on('error', () => {}).end(input)
  const [stdout, stderr, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, stdout: stdout.toString(), stderr }
}
