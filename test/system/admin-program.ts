import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { adminProgram } from '../../infra/local/run-admin.ts'
import { run } from '../../services/gateway/admin/run.ts'
import { openProgramStreams } from '../rig/program-streams.ts'

/** What a process printed, and its exit code: null after a signal. */
export interface ProcessResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs an admin command in this process, with these settings and this input: enough for all but pipes, terminals, memory and the exit of the program. */
export async function runAdminCommand(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input?: string | Buffer,
): Promise<ProcessResult> {
  const { read, ...streams } = openProgramStreams(input)
  const code = await run(args, { env, ...streams })
  const { stdout, stderr } = read()
  return { code, stdout, stderr }
}

/**
 * Runs the admin program with this input. It inherits no setting from this process.
 * @param isRead whether its output is read, or its pipe closed before the first line
 */
export async function runAdminProgram(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input: string | Buffer = '',
  isRead = true,
): Promise<ProcessResult> {
  const child = spawn(process.execPath, [adminProgram, ...args], { env: { ...baseEnvironment(), ...env } })
  if (!isRead) child.stdout.destroy()
  return collectResult(child, input)
}

/** Runs the admin program on a terminal and types this line. `stdout` holds all output and the typed line. */
export async function runAdminOnTerminal(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  line: string,
): Promise<ProcessResult> {
  const command = [process.execPath, adminProgram, ...args].map((it) => `'${it}'`).join(' ')
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...baseEnvironment(), TERM: 'dumb', ...env },
  })
  return collectResult(terminal, `${line}\n`)
}

/** `NODE_COMPILE_CACHE` halves the start-up time. */
function baseEnvironment() {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}

async function collectResult(child: ChildProcessWithoutNullStreams, input: string | Buffer): Promise<ProcessResult> {
  // The process may end before it has read all input.
  child.stdin.on('error', () => {}).end(input)
  const output = child.stdout.destroyed ? Buffer.alloc(0) : buffer(child.stdout)
  const [stdout, stderr, [code]] = await Promise.all([output, text(child.stderr), once(child, 'close')])
  return { code: code as number | null, stdout: stdout.toString(), stderr }
}
