import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '@maps/shared/config'
import { reasonOf } from '../../services/gateway/operations/check-result.ts'
import { connectRedis } from '../../services/gateway/operations/redis-facts.ts'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { checkServerVersion } from '../../services/gateway/store/server-facts.ts'

const TIMEOUT_MS = 5_000

/** Advice on a connection error, by the error's code or the first word of its message. */
const advice: Record<string, string> = {
  ECONNREFUSED: 'start the server, or correct host and port',
  ENOTFOUND: 'correct the host',
  EAI_AGAIN: 'correct the host',
  '3D000': 'create that database, or name another one',
  '28P01': 'correct user and password',
  '28000': 'correct user and password',
  WRONGPASS: 'correct user and password',
  NOAUTH: 'add the password',
  ERR: 'correct it',
}

/** Checks that PostgreSQL 18 or newer responds at a URL within 5 s. @throws SetupError that names DATABASE_URL */
export async function checkDatabaseUrl(url: string): Promise<void> {
  const sql = openPostgres(url, { isUnlimited: true })
  try {
    await Promise.race([checkServerVersion(sql), rejectLate()])
  } catch (error) {
    throw error instanceof SetupError ? error : connectionError('DATABASE_URL', error)
  } finally {
    await sql.end({ timeout: 0 })
  }
}

/** Checks that Redis responds at a URL within 5 s. @throws SetupError that names the setting */
export async function checkRedisUrl(setting: string, url: string): Promise<void> {
  try {
    using connection = await connectRedis(url)
    await Promise.race([connection.redis.ping(), rejectLate()])
  } catch (error) {
    throw connectionError(setting, error)
  }
}

async function rejectLate(): Promise<never> {
  await sleep(TIMEOUT_MS, undefined, { ref: false })
  throw new Error('it does not answer')
}

function connectionError(setting: string, error: unknown): SetupError {
  const reason = reasonOf(error)
  const { code } = error as { code?: unknown }
  const remedy = advice[String(code)] ?? advice[/^\w+/.exec(reason)?.[0] ?? ''] ?? 'correct it, or start the server'
  return new SetupError(`${setting} cannot be used (${reason}): ${remedy}.`, { cause: error })
}
