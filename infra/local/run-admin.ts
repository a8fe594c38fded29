import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Path of the admin command line. */
export const adminProgram = fileURLToPath(new URL('../../services/gateway/admin/cli.ts', import.meta.url))

/** Output and success of an admin command. */
export interface AdminOutcome {
  isDone: boolean
  /** Trimmed stdout of a successful command; stderr or the error message of a failed one. */
  output: string
}

/** Runs a command of the gateway's admin command line. */
export function runAdmin(databaseUrl: string, args: readonly string[]): Promise<AdminOutcome> {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  return new Promise((resolve) => {
    execFile(process.execPath, [adminProgram, ...args], { env }, (error, stdout, stderr) => {
      resolve({ isDone: !error, output: (error ? stderr || error.message : stdout).trim() })
    })
  })
}
