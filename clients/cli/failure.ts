/** What the program ends with. Scripts rely on it: `check` alone ends with `outdated`. */
export const exitCodes = {
  done: 0,
  outdated: 1,
  unreachable: 2,
  noSuchMap: 3,
  notAllowed: 4,
  failed: 5,
  usage: 64,
  interrupted: 130,
} as const

/** A code that the program ends with. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** What each code means, for help texts. */
export const exitCodeMeanings: readonly (readonly [code: ExitCode, meaning: string])[] = [
  [exitCodes.done, 'done; for check: every file is as its map is'],
  [exitCodes.outdated, 'check: a file is older than its map'],
  [exitCodes.unreachable, 'the service cannot be reached, or cannot answer now'],
  [exitCodes.noSuchMap, 'no map has this id or name, or several have this name'],
  [exitCodes.notAllowed, 'the token is missing or wrong, or token or plan do not allow it'],
  [exitCodes.failed, 'the service refused it for another reason, or a file cannot be read or written'],
  [exitCodes.usage, 'the command line is not valid'],
  [exitCodes.interrupted, 'ended by Ctrl-C'],
]

/** Ends a command. Its message is all that the user is told. */
export class Failure extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.failed, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The command line is not valid. */
export class UsageError extends Failure {
  constructor(message: string) {
    super(message, exitCodes.usage)
  }
}

/** The reason of the signal that Ctrl-C aborts. */
export class Interruption extends Failure {
  constructor() {
    super('Interrupted.', exitCodes.interrupted)
  }
}
