import { SetupError } from '@maps/shared/config'
import type { Command } from 'commander'
import { hashToken, newToken } from '../auth/token.ts'
import { createTokenStore } from '../store/tokens.ts'
import { checkName } from './check-name.ts'
import { type AdminContext, type JsonOption, jsonOption, printRows } from './context.ts'
import { findWorkspace, noWorkspace } from './find-workspace.ts'
import { withDatabase } from './with-database.ts'

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

interface NewTokenOptions {
  workspace: string
  name: string
  expiresIn?: string
  readOnly?: boolean
}

/** Adds the commands of tokens to the program. */
export function addTokenCommands(program: Command, context: AdminContext): void {
  const { console } = context
  const token = program.command('token').description('create, list, rotate and revoke workspace tokens')
  token
    .command('create')
    .description('print a new token: the only time that it can be seen')
    .requiredOption('--workspace <workspace>', 'name of the workspace')
    .requiredOption('--name <name>', 'what it is for')
    .option('--expires-in <time>', 'as in 90d, 12h or 30m; default: never')
    .option('--read-only', 'it may read and export maps, and not create, change or delete them')
    .action(({ workspace, name, expiresIn, readOnly = false }: NewTokenOptions) =>
      withDatabase(context, async (sql) => {
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
      withDatabase(context, async (sql) => {
        if (workspace !== undefined) await findWorkspace(sql, workspace)
        printRows(context, await createTokenStore(sql).list(workspace), json)
      }),
    )
  token
    .command('rotate <id>')
    .description('print a new token with the workspace, name and scope of this one, which goes on until it is revoked')
    .option('--revoke-after <time>', 'as in 90d, 12h or 30m: end the old one by itself')
    .option('--expires-in <time>', 'another life than the old one was given')
    .action((id: string, { revokeAfter, expiresIn }: { revokeAfter?: string; expiresIn?: string }) =>
      withDatabase(context, async (sql) => {
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
      withDatabase(context, async (sql) => {
        const isRevoked = isTokenId(id) && (await createTokenStore(sql).revoke(id))
        if (!isRevoked) throw noToken(id)
      }),
    )
}

function isTokenId(id: string): boolean {
  return /^[0-9a-f-]{36}$/.test(id)
}

function noToken(id: string): SetupError {
  return new SetupError(`There is no live token with the id ${id}. See: admin token list`)
}

function timeFromNow(time: string | undefined, option = '--expires-in'): Date | undefined {
  if (time === undefined) return undefined
  const [, amount, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(time) ?? []
  if (amount === undefined) throw new SetupError(`${option} takes a number of minutes, hours or days: 30m, 12h, 90d`)
  return new Date(Date.now() + Number(amount) * units[unit as keyof typeof units])
}
