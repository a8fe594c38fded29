import { readConfig, SetupError } from '@maps/shared/config'
import { z } from 'zod'
import { settings } from '../config.ts'
import { migrate, namingSetting } from '../store/migrate.ts'
import {
  type Client,
  connectPostgres,
  isCertificateError,
  isConnectionError,
  isPrivilegeError,
  isReadOnlyError,
  isServerError,
  isTransientError,
} from '../store/postgres.ts'
import type { AdminContext } from './context.ts'

/** Migrates the database of `DATABASE_URL` to the newest schema, then runs a command on it. @throws SetupError if it cannot be used */
export async function withDatabase({ env, console }: AdminContext, run: (sql: Client) => Promise<void>): Promise<void> {
  const { DATABASE_URL } = readConfig(z.object({ DATABASE_URL: settings.shape.DATABASE_URL }), env)
  await using parts = new AsyncDisposableStack()
  try {
    const sql = parts.adopt(await connectPostgres(DATABASE_URL, { isUnlimited: true }), (it) => it.end({ timeout: 1 }))
    await migrate(sql, (blockers) => {
      const sessions = blockers.map((it) => `${it.program}${it.role === null ? '' : ` of ${it.role}`} (pid ${it.pid})`)
      console.error(`The migration waits for other sessions to end their transactions: ${sessions.join(', ')}`)
    })
    await run(sql)
  } catch (cause) {
    if (isReadOnlyError(cause)) throw new SetupError('DATABASE_URL: the database there accepts no writes.', { cause })
    if (isTransientError(cause) && !isServerError(cause))
      throw new SetupError('DATABASE_URL: the database cannot be reached there.', { cause })
    throw isTransientError(cause) || isConnectionError(cause) || isCertificateError(cause) || isPrivilegeError(cause)
      ? namingSetting(cause)
      : cause
  }
}
