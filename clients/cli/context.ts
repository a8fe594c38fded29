import type { ReadStream } from 'node:tty'
import type { Readable, Writable } from 'node:stream'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** An output stream: a terminal, a pipe or a file. */
export type Output = Writable & { isTTY?: boolean; columns?: number }

/** Environment, standard streams and abort signal of a command. */
export interface Context {
  env: Environment
  stdin: Readable & Pick<Partial<ReadStream>, 'isTTY'>
  stdout: Output
  stderr: Output
  /** Aborted with an `Interruption` on Ctrl-C, SIGTERM or SIGHUP. */
  signal: AbortSignal
}
