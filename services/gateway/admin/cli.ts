import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { readConfig, SetupError } from '@maps/shared/config'
import { type PlanName, planNames } from '@maps/shared/plans'
import { Argument, Command, Option } from 'commander'
import { checkName } from './check-name.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { exportWorkspace } from './export-workspace.ts'
import { noWorkspace } from './find-workspace.ts'
import { describeImport, type ImportTarget, importWorkspace } from './import-workspace.ts'
import { settings } from '../config.ts'
import { readSnapshot } from '../store/backup.ts'
import { migrate, namingSetting } from '../store/migrate.ts'
import {
  type Client,
  connectPostgres,
  isCertificateError,
  isConnectionError,
  isReadOnlyError,
  isServerError,
  isTransientError,
} from '../store/postgres.ts'
import { createTokenStore } from '../store/tokens.ts'
import { createWorkspaceStore } from '../store/workspaces.ts'
import { hashToken, newToken } from '../auth/token.ts'

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const program = new Command('admin').description(
  'Workspaces, their tokens and backups, and whether the set-up is sound',
)

const workspace = program.command('workspace').description('create, list, change, delete, export and import workspaces')
workspace
  .command('create <name>')
  .addOption(new Option('--plan <plan>').choices(planNames).default('free'))
  .action((name: string, { plan }: { plan: PlanName }) =>
    withDatabase(async (sql) => {
      const created = await createWorkspaceStore(sql).create(checkName(name), plan)
      if (!created) throw nameTaken(name)
      console.log(created.id)
    }),
  )
workspace
  .command('list')
  .addOption(jsonOption())
  .action(({ json }: JsonOption) =>
    withDatabase(async (sql) => {
      printRows(await createWorkspaceStore(sql).list(), json)
    }),
  )
workspace
  .command('set-plan')
  .description('give a workspace another plan, within 10 seconds everywhere')
  .argument('<name>')
  .addArgument(new Argument('<plan>').choices(planNames))
  .action((name: string, plan: PlanName) =>
    withDatabase(async (sql) => {
      if (!(await createWorkspaceStore(sql).setPlan(name, plan))) throw noWorkspace(name)
    }),
  )
workspace.command('rename <name> <new-name>').action((name: string, newName: string) =>
  withDatabase(async (sql) => {
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
    withDatabase(async (sql) => {
      console.log((await deleteWorkspace(sql, name, yes)) ?? 'Nothing was deleted.')
    }),
  )
workspace
  .command('export <name>')
  .description(
    'print a backup of a workspace: its maps and their versions as JSON lines, without tokens and share links',
  )
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
        describeImport(await sql.begin((transaction) => importWorkspace(transaction, readChunks(file), target))),
      )
    }),
  )

const token = program.command('token').description('create, list, rotate and revoke workspace tokens')
token
  .command('create')
  .description('print a new token: the only time that it can be seen')
  .requiredOption('--workspace <workspace>', 'name of the workspace')
  .requiredOption('--name <name>', 'what it is for')
  .option('--expires-in <time>', 'as in 90d, 12h or 30m; default: never')
  .option('--read-only', 'it may read and export maps, and not create, change or delete them')
  .action(({ workspace, name, expiresIn, readOnly = false }: NewTokenOptions) =>
    withDatabase(async (sql) => {
      const secret = newToken()
      const id = await createTokenStore(sql).create({
        workspace,
        name: checkName(name),
        hash: hashToken(secret),
        lastFour: secret.slice(-4),
        isReadOnly: readOnly,
        expiresAt: timeFromNow(expiresIn),
      })
      if (!id) throw noWorkspace(workspace)
      console.log(secret)
    }),
  )
token
  .command('list')
  .option('--workspace <workspace>', 'only those of this workspace')
  .addOption(jsonOption())
  .action(({ workspace, json }: JsonOption & { workspace?: string }) =>
    withDatabase(async (sql) => {
      printRows(await createTokenStore(sql).list(workspace), json)
    }),
  )
token
  .command('rotate <id>')
  .description('print a new token with the workspace, name and scope of this one, which goes on until it is revoked')
  .option('--revoke-after <time>', 'as in 90d, 12h or 30m: end the old one by itself')
  .option('--expires-in <time>', 'another life than the old one was given')
  .action((id: string, { revokeAfter, expiresIn }: { revokeAfter?: string; expiresIn?: string }) =>
    withDatabase(async (sql) => {
      const secret = newToken()
      const successor = { hash: hashToken(secret), lastFour: secret.slice(-4) }
      const times = { expiresAt: timeFromNow(expiresIn), retiresAt: timeFromNow(revokeAfter, '--revoke-after') }
      const isRotated = isTokenId(id) && (await createTokenStore(sql).rotate(id, { ...successor, ...times }))
      if (!isRotated) throw noToken(id)
      console.log(secret)
    }),
  )
token
  .command('revoke <id>')
  .description('make a token useless, within 15 seconds everywhere')
  .action((id: string) =>
    withDatabase(async (sql) => {
      const isRevoked = isTokenId(id) && (await createTokenStore(sql).revoke(id))
      if (!isRevoked) throw noToken(id)
    }),
  )

program
  .command('migrate')
  .description('bring the database to the newest schema, as every gateway does when it starts')
  .action(() => withDatabase(async () => {}))

program
  .command('doctor')
  .description('say what is wrong with the set-up and what to do; the exit code is 1 where something is BAD')
  .addOption(jsonOption())
  .action(async ({ json }: JsonOption) => {
    // Loaded on demand: only this command needs the Redis modules, which take a third of the start-up time.
    const { runChecks } = await import('./doctor.ts')
    const results = []
    for await (const result of runChecks(process.env)) {
      results.push(result)
      if (!json) console.log(result.state.padEnd(4), result.text)
    }
    if (json) printRows(results, json)
    if (results.some(({ state }) => state === 'BAD')) process.exitCode = 1
  })

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough closes the pipe, as head does.
  if (error.code === 'EPIPE') return
  console.error(`The output cannot be written: ${error.message}`)
  process.exitCode = 1
})
try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof Error)) throw error
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}

/** Migrates the database to the newest schema, then runs a command on it. */
async function withDatabase(run: (sql: Client) => Promise<void>): Promise<void> {
  const { DATABASE_URL } = readConfig(settings.pick({ DATABASE_URL: true }), process.env)
  await using parts = new AsyncDisposableStack()
  try {
    const sql = parts.adopt(await connectPostgres(DATABASE_URL, { isUnlimited: true }), (it) => it.end({ timeout: 5 }))
    await migrate(sql, (blockers) => {
      const sessions = blockers.map((it) => `${it.program}${it.role === null ? '' : ` of ${it.role}`} (pid ${it.pid})`)
      console.error(`The migration waits for other sessions to end their transactions: ${sessions.join(', ')}`)
    })
    await run(sql)
  } catch (cause) {
    if (isReadOnlyError(cause)) throw new SetupError('DATABASE_URL: the database there accepts no writes.', { cause })
    if (isTransientError(cause) && !isServerError(cause))
      throw new SetupError('DATABASE_URL: the database cannot be reached there.', { cause })
    throw isTransientError(cause) || isConnectionError(cause) || isCertificateError(cause)
      ? namingSetting(cause)
      : cause
  }
}

async function* readChunks(file: string): AsyncGenerator<Buffer> {
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
  } catch (error) {
    if (error !== fault) throw error
    // A part of a backup is no success.
    process.exitCode = 1
  }
}

interface JsonOption {
  json?: boolean
}

function jsonOption(): Option {
  return new Option('--json', 'print JSON')
}

/** Prints rows as a table, or as JSON for programs. */
function printRows(rows: readonly object[], isJson = false): void {
  if (isJson) console.log(JSON.stringify(rows, null, 2))
  else console.table(rows)
}

interface NewTokenOptions {
  workspace: string
  name: string
  expiresIn?: string
  readOnly?: boolean
}

function isTokenId(id: string): boolean {
  return /^[0-9a-f-]{36}$/.test(id)
}

function noToken(id: string): SetupError {
  return new SetupError(`There is no live token with the id ${id}. See: admin token list`)
}

function nameTaken(name: string): SetupError {
  return new SetupError(`There is a workspace named ${name} already.`)
}

function timeFromNow(time: string | undefined, option = '--expires-in'): Date | undefined {
  if (time === undefined) return undefined
  const [, amount, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(time) ?? []
  if (amount === undefined) throw new SetupError(`${option} takes a number of minutes, hours or days: 30m, 12h, 90d`)
  return new Date(Date.now() + Number(amount) * units[unit as keyof typeof units])
}
