import type { ReadStream } from 'node:tty'
import type { Readable, Writable } from 'node:stream'

/** Environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where text goes: a terminal, a pipe or a file. */
export type Output = Writable & { isTTY?: boolean }

/** The world around a command. */
export interface Context {
  env: Environment
  stdin: Readable & Pick<Partial<ReadStream>, 'isTTY'>
  stdout: Output
  stderr: Output
  /** Aborted by Ctrl-C, with an `Interruption`. */
  signal: AbortSignal
}
