import type { Command } from './command.ts'
import { commands } from './commands/index.ts'
import type { Context } from './context.ts'
import { type ExitCode, exitCodes, Interruption, UsageError } from './failure.ts'
import { helpOfCommand, helpOfProgram } from './help.ts'
import { plainLines, style, write } from './output.ts'
import manifest from './package.json' with { type: 'json' }
import { parseArguments } from './parse-arguments.ts'
import { describeError } from './describe-error.ts'
import { didYouMean } from './suggest.ts'

/** Runs the command that the first word names, and prints its error. @returns the exit code */
export async function run(words: readonly string[], context: Context): Promise<ExitCode> {
  const command = commands.find((it) => it.name === words[0])
  try {
    if (command === undefined) return await runWithoutCommand(words, context)
    return await runCommand(command, words.slice(1), context)
  } catch (error) {
    const cause = context.signal.aborted ? context.signal.reason : error
    const { text, exitCode } = describeError(cause)
    if (cause instanceof Interruption) return exitCode
    const name = ['maps', ...(command ? [command.name] : [])].join(' ')
    const hint = error instanceof UsageError ? `\nSee: ${name} --help` : ''
    const message = `${style(context, context.stderr, 'red', `${name}:`)} ${plainLines(text)}${hint}\n`
    // A message that cannot be written leaves the exit code as it is.
    await write(context.stderr, message).catch(() => undefined)
    return exitCode
  }
}

async function runCommand(command: Command, words: readonly string[], context: Context): Promise<ExitCode> {
  const end = words.indexOf('--')
  if (words.slice(0, end < 0 ? undefined : end).some(isHelp)) {
    await write(context.stdout, helpOfCommand(command))
    return exitCodes.done
  }
  return (await command.run({ ...parseArguments(command, words), context })) ?? exitCodes.done
}

async function runWithoutCommand([word, name]: readonly string[], { stdout }: Context): Promise<ExitCode> {
  if (word === '--version') await write(stdout, `${manifest.version}\n`)
  else if (word === 'help' && name !== undefined) await write(stdout, helpOfCommand(findCommand(name)))
  else if (word === undefined || word === 'help' || isHelp(word)) await write(stdout, helpOfProgram(commands))
  else throw noCommand(word)
  return word === undefined ? exitCodes.usage : exitCodes.done
}

function findCommand(name: string): Command {
  const command = commands.find((it) => it.name === name)
  if (command) return command
  throw noCommand(name)
}

function noCommand(word: string): UsageError {
  const names = commands.map(({ name }) => name)
  return new UsageError(`There is no command ${word}.${didYouMean(word, names)}`)
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}
