import { readConfig, SetupError } from '@maps/shared/config'
import { planNames } from '@maps/shared/plans'
import { Command, Option } from 'commander'
import { settings } from './config.ts'
import { migrate } from './store/migrate.ts'
import { isPassing, openPostgres, type Sql } from './store/postgres.ts'
import { createTokenStore } from './store/tokens.ts'
import { createWorkspaceStore } from './store/workspaces.ts'
import { hashToken, newToken } from './token.ts'

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const program = new Command('admin').description('Workspaces and their tokens')

const workspace = program.command('workspace').description('create and list workspaces')
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
  const sql = openPostgres(DATABASE_URL, { connections: 1, isPatient: true })
  try {
    await migrate(sql)
    await run(sql)
  } catch (cause) {
    throw isPassing(cause) ? new SetupError('DATABASE_URL: the database cannot be reached there.', { cause }) : cause
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function checkName(name: string): string {
  if (/^[\w.-]{1,100}$/.test(name)) return name
  throw new SetupError('A name has 1 to 100 letters, digits, dots, hyphens and underscores.')
}

function after(time: string): Date {
  const [, amount, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(time) ?? []
  if (amount === undefined) throw new SetupError('--expires-in takes a number of minutes, hours or days: 30m, 12h, 90d')
  return new Date(Date.now() + Number(amount) * units[unit as keyof typeof units])
}
