import { createReadStream } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SetupError } from '@maps/shared/config'
import { type PlanName, planNames } from '@maps/shared/plans'
import { Argument, type Command, Option } from 'commander'
import { readSnapshot } from '../store/backup.ts'
import { runTransaction } from '../store/postgres.ts'
import { createWorkspaceStore } from '../store/workspaces.ts'
import { checkName } from './check-name.ts'
import { type AdminContext, SilentFailure, type JsonOption, jsonOption, printRows } from './context.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { exportWorkspace } from './export-workspace.ts'
import { noWorkspace } from './find-workspace.ts'
import { describeImport, type ImportTarget, importWorkspace } from './import-workspace.ts'
import { withDatabase } from './with-database.ts'

/** Adds the commands of workspaces to the program. */
export function addWorkspaceCommands(program: Command, context: AdminContext): void {
  const { console, stdin, stdout } = context
  const workspace = program
    .command('workspace')
    .description('create, list, change, delete, export and import workspaces')
  workspace
    .command('create <name>')
    .addOption(new Option('--plan <plan>').choices(planNames).default('free'))
    .action((name: string, { plan }: { plan: PlanName }) =>
      withDatabase(context, async (sql) => {
        const created = await createWorkspaceStore(sql).create(checkName(name), plan)
        if (!created) throw nameTaken(name)
        console.log(created.id)
      }),
    )
  workspace
    .command('list')
    .addOption(jsonOption())
    .action(({ json }: JsonOption) =>
      withDatabase(context, async (sql) => {
        printRows(context, await createWorkspaceStore(sql).list(), json)
      }),
    )
  workspace
    .command('set-plan')
    .description('give a workspace another plan, within 10 seconds everywhere')
    .argument('<name>')
    .addArgument(new Argument('<plan>').choices(planNames))
    .action((name: string, plan: PlanName) =>
      withDatabase(context, async (sql) => {
        if (!(await createWorkspaceStore(sql).setPlan(name, plan))) throw noWorkspace(name)
      }),
    )
  workspace.command('rename <name> <new-name>').action((name: string, newName: string) =>
    withDatabase(context, async (sql) => {
      const workspaces = createWorkspaceStore(sql)
      if (await workspaces.rename(name, checkName(newName))) return
      throw (await workspaces.find(name)) ? nameTaken(newName) : noWorkspace(name)
    }),
  )
  workspace
    .command('delete <name>')
    .description('delete a workspace with its maps and tokens, for good; asks first')
    .option('--yes', 'do not ask')
    .action((name: string, { yes = false }: { yes?: boolean }) =>
      withDatabase(context, async (sql) => {
        console.log((await deleteWorkspace(sql, name, yes, context)) ?? 'Nothing was deleted.')
      }),
    )
  workspace
    .command('export <name>')
    .description(
      'print a backup of a workspace: its maps and their versions as JSON lines, without tokens and share links',
    )
    .action((name: string) =>
      withDatabase(context, (sql) =>
        readSnapshot(sql, (snapshot) => printBackup(stdout, exportWorkspace(snapshot, name))),
      ),
    )
  workspace
    .command('import <file>')
    .description('make a workspace of a backup, from a file or from - (standard input): all of it, or nothing')
    .option('--name <name>', 'another name than it had')
    .addOption(new Option('--plan <plan>', 'another plan than it had').choices(planNames))
    .addOption(
      new Option('--into <workspace>', 'add what a workspace lacks; what it has stays').conflicts(['name', 'plan']),
    )
    .addHelpText('after', '\nMake new tokens for it. Public maps have new share links.')
    .action((file: string, target: ImportTarget) =>
      withDatabase(context, async (sql) => {
        const outcome = await runTransaction(sql, (it) => importWorkspace(it, readChunks(file, stdin), target))
        console.log(describeImport(outcome))
      }),
    )
}

function nameTaken(name: string): SetupError {
  return new SetupError(`There is a workspace named ${name} already.`)
}

async function* readChunks(file: string, stdin: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file === '-' ? stdin : createReadStream(file)
  } catch (cause) {
    throw new SetupError(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Prints the lines of a backup.
 * @throws SilentFailure if the output ends before them: a part of a backup is no success. `cli.ts` says why, unless the reader has gone
 */
async function printBackup(stdout: Writable, lines: AsyncIterable<string>): Promise<void> {
  let fault: unknown
  stdout.on('error', (error) => (fault = error))
  try {
    await pipeline(lines, stdout, { end: false })
  } catch (cause) {
    if (cause !== fault) throw cause
    throw new SilentFailure('The output ended before the backup.', { cause })
  }
}
