import type { Readable, Writable } from 'node:stream'
import { Option } from 'commander'

/** The environment of commands, their standard streams, and a console over these. */
export interface AdminContext {
  env: Readonly<Record<string, string | undefined>>
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
  /** Prints to `stdout` and `stderr`. Commands use it in place of the global one. */
  console: Console
}

/** Ends a command with exit code 1 and no message: its output has said what is wrong, or cannot. */
export class SilentFailure extends Error {}

/** The `--json` option of a command. */
export interface JsonOption {
  json?: boolean
}

/** Creates the `--json` option. */
export function jsonOption(): Option {
  return new Option('--json', 'print JSON')
}

/** Prints rows as a table, or as JSON for programs. */
export function printRows({ console }: AdminContext, rows: readonly object[], isJson = false): void {
  if (isJson) console.log(JSON.stringify(rows, null, 2))
  else console.table(rows)
}
