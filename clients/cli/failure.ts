/** Exit codes of the program, which scripts rely on. Only `check` and `drift` exit with `outdated`. */
export const exitCodes = {
  done: 0,
  outdated: 1,
  undecided: 2,
  noSuchMap: 3,
  notAllowed: 4,
  failed: 5,
  usage: 64,
  interrupted: 130,
} as const

/** An exit code of the program. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Meaning of each exit code, for the help text. */
export const exitCodeMeanings: readonly (readonly [code: ExitCode, meaning: string])[] = [
  [exitCodes.done, 'done; for check and drift: no difference'],
  [exitCodes.outdated, 'check: a file is older than its map; drift: the map differs'],
  [exitCodes.undecided, 'the service cannot be reached or cannot answer now; drift: it cannot be told'],
  [exitCodes.noSuchMap, 'no such map or version, or several maps have this name'],
  [exitCodes.notAllowed, 'the token is missing or wrong, or token or plan do not allow it'],
  [exitCodes.failed, 'the service refused it for another reason, or a file cannot be read or written'],
  [exitCodes.usage, 'the command line is not valid'],
  [exitCodes.interrupted, 'ended by Ctrl-C'],
]

/** An expected error that ends a command. The user sees its message without a stack trace. */
export class Failure extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.failed, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** An invalid command line. */
export class UsageError extends Failure {
  constructor(message: string) {
    super(message, exitCodes.usage)
  }
}

/** The abort reason after Ctrl-C, SIGTERM or SIGHUP. */
export class Interruption extends Failure {
  constructor() {
    super('Interrupted.', exitCodes.interrupted)
  }
}
