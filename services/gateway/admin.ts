import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { readConfig, SetupError } from '@maps/shared/config'
import { planNames } from '@maps/shared/plans'
import { Command, Option } from 'commander'
import { checkName } from './admin/check-name.ts'
import { exportWorkspace } from './admin/export-workspace.ts'
import { describeImport, type ImportTarget, importWorkspace } from './admin/import-workspace.ts'
import { settings } from './config.ts'
import { readSnapshot } from './store/backup.ts'
import { migrate } from './store/migrate.ts'
import { isPassing, openPostgres, type Sql } from './store/postgres.ts'
import { createTokenStore } from './store/tokens.ts'
import { createWorkspaceStore } from './store/workspaces.ts'
import { hashToken, newToken } from './token.ts'

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const program = new Command('admin').description(
  'Workspaces, their tokens and backups, and whether the set-up is sound',
)

const workspace = program.command('workspace').description('create, list, export and import workspaces')
workspace
  .command('create <name>')
  .addOption(new Option('--plan <plan>').choices(planNames).default('free'))
  .action((name: string, { plan }: { plan: (typeof planNames)[number] }) =>
    withDatabase(async (sql) => {
      const created = await createWorkspaceStore(sql).create(checkName(name), plan)
      if (!created) throw new SetupError(`There is a workspace named ${name} already.`)
      console.log(created.id)
    }),
  )
workspace.command('list').action(() =>
  withDatabase(async (sql) => {
    console.table(await createWorkspaceStore(sql).list())
  }),
)
workspace
  .command('export <name>')
  .description('print a backup of a workspace: its maps as JSON lines, without tokens and share links')
  .action((name: string) =>
    withDatabase((sql) => readSnapshot(sql, (snapshot) => writeToStdout(exportWorkspace(snapshot, name)))),
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
    withDatabase(async (sql) => {
      console.log(
        describeImport(await sql.begin((transaction) => importWorkspace(transaction, readPieces(file), target))),
      )
    }),
  )

const token = program.command('token').description('create, list and revoke workspace tokens')
token
  .command('create')
  .description('print a new token: the only time that it can be seen')
  .requiredOption('--workspace <workspace>', 'name of the workspace')
  .requiredOption('--name <name>', 'what it is for')
  .option('--expires-in <time>', 'as in 90d, 12h or 30m; never where not given')
  .action(({ workspace, name, expiresIn }: { workspace: string; name: string; expiresIn?: string }) =>
    withDatabase(async (sql) => {
      const secret = newToken()
      const id = await createTokenStore(sql).create({
        workspace,
        name: checkName(name),
        hash: hashToken(secret),
        lastFour: secret.slice(-4),
        expiresAt: expiresIn === undefined ? undefined : after(expiresIn),
      })
      if (!id) throw new SetupError(`There is no workspace named ${workspace}. See: admin workspace list`)
      console.log(secret)
    }),
  )
token
  .command('list')
  .option('--workspace <workspace>', 'only those of this workspace')
  .action(({ workspace }: { workspace?: string }) =>
    withDatabase(async (sql) => {
      console.table(await createTokenStore(sql).list(workspace))
    }),
  )
token
  .command('revoke <id>')
  .description('make a token useless, within 15 seconds everywhere')
  .action((id: string) =>
    withDatabase(async (sql) => {
      const isRevoked = /^[0-9a-f-]{36}$/.test(id) && (await createTokenStore(sql).revoke(id))
      if (!isRevoked) throw new SetupError(`There is no live token with the id ${id}. See: admin token list`)
    }),
  )

program
  .command('migrate')
  .description('bring the database to the newest schema, as every gateway does when it starts')
  .action(() => withDatabase(async () => {}))

program
  .command('doctor')
  .description('say what is wrong with the set-up and what to do; the exit code is 1 where something is BAD')
  .action(async () => {
    // The only one that takes Redis, which is a third of what starting takes.
    const { examine } = await import('./admin/doctor.ts')
    for await (const { state, text } of examine(process.env)) {
      console.log(state.padEnd(4), text)
      if (state === 'BAD') process.exitCode = 1
    }
  })

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof Error)) throw error
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}

/** Runs one command on a database that has the newest schema. */
async function withDatabase(run: (sql: Sql) => Promise<void>): Promise<void> {
  const { DATABASE_URL } = readConfig(settings.pick({ DATABASE_URL: true }), process.env)
  const sql = openPostgres(DATABASE_URL, { isPatient: true })
  try {
    await migrate(sql)
    await run(sql)
  } catch (cause) {
    throw isPassing(cause) ? new SetupError('DATABASE_URL: the database cannot be reached there.', { cause }) : cause
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function* readPieces(file: string): AsyncGenerator<Buffer> {
  try {
    yield* file === '-' ? process.stdin : createReadStream(file)
  } catch (cause) {
    throw new SetupError(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

async function writeToStdout(lines: AsyncIterable<string>): Promise<void> {
  let fault: unknown
  process.stdout.on('error', (error) => (fault = error))
  try {
    await pipeline(lines, process.stdout, { end: false })
  } catch (cause) {
    throw cause === fault
      ? new SetupError(`The output cannot be written: ${(cause as Error).message}`, { cause })
      : cause
  }
}

function after(time: string): Date {
  const [, amount, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(time) ?? []
  if (amount === undefined) throw new SetupError('--expires-in takes a number of minutes, hours or days: 30m, 12h, 90d')
  return new Date(Date.now() + Number(amount) * units[unit as keyof typeof units])
}
