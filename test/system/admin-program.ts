import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { adminProgram } from '../../infra/local/run-admin.ts'

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the admin command line on this input, with nothing of ours in its environment but this. */
export async function runAdmin(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input: string | Buffer = '',
): Promise<Outcome> {
  return outcomeOf(spawn(process.execPath, [adminProgram, ...args], { env: { ...environment(), ...env } }), input)
}

/** The same on a terminal, on which a person types this line. The terminal shows all output and what is typed. */
export async function runAdminOnTerminal(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  line: string,
): Promise<Outcome> {
  const command = [process.execPath, adminProgram, ...args].map((it) => `'${it}'`).join(' ')
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...environment(), TERM: 'dumb', ...env },
  })
  return outcomeOf(terminal, `${line}\n`)
}

/** What each program needs, and the cache of compiled modules, with which it takes half the time. */
function environment() {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}

async function outcomeOf(child: ChildProcessWithoutNullStreams, input: string | Buffer): Promise<Outcome> {
  // It may end before it has read everything.
  child.stdin.on('error', () => {}).end(input)
  const [stdout, stderr, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, stdout: stdout.toString(), stderr }
}
