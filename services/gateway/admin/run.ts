import { Console } from 'node:console'
import { SetupError } from '@maps/shared/config'
import { Command, CommanderError } from 'commander'
import { type AdminContext, SilentFailure, type JsonOption, jsonOption, printRows } from './context.ts'
import { addTokenCommands } from './token-commands.ts'
import { withDatabase } from './with-database.ts'
import { addWorkspaceCommands } from './workspace-commands.ts'

/** Runs the command that the words name, and prints its error. The caller handles errors of the streams. @returns the exit code */
export async function run(words: readonly string[], environment: Omit<AdminContext, 'console'>): Promise<number> {
  const { stdout, stderr } = environment
  const context = { ...environment, console: new Console({ stdout, stderr }) }
  try {
    await createProgram(context).parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    if (!(error instanceof Error)) throw error
    if (!(error instanceof SilentFailure)) context.console.error(error instanceof SetupError ? error.message : error)
    return 1
  }
}

function createProgram(context: AdminContext): Command {
  const { stdout, stderr } = context
  // Output and exits are set first: commands copy them when they are added.
  const program = new Command('admin')
    .description('Workspaces, their tokens and backups, and whether the set-up is sound')
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .exitOverride()
  addWorkspaceCommands(program, context)
  addTokenCommands(program, context)
  program
    .command('migrate')
    .description('bring the database to the newest schema, as every gateway does when it starts')
    .action(() => withDatabase(context, async () => {}))
  program
    .command('doctor')
    .description('say what is wrong with the set-up and what to do; the exit code is 1 where something is BAD')
    .addOption(jsonOption())
    .action(({ json }: JsonOption) => checkSetup(context, json))
  return program
}

/** Checks the set-up and prints the results. @throws SilentFailure if something is wrong */
async function checkSetup(context: AdminContext, isJson: boolean | undefined): Promise<void> {
  // Loaded on demand: only this command needs the Redis modules, which take a third of the start-up time.
  const { runChecks } = await import('./doctor.ts')
  const results = []
  for await (const result of runChecks(context.env)) {
    results.push(result)
    if (!isJson) context.console.log(result.state.padEnd(4), result.text)
  }
  if (isJson) printRows(context, results, isJson)
  if (results.some(({ state }) => state === 'BAD')) throw new SilentFailure('The doctor found faults.')
}
