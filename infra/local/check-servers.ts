import { SetupError } from '@maps/shared/config'
import { reasonOf } from '../../services/gateway/operations/check-result.ts'
import { connectRedis } from '../../services/gateway/operations/redis-facts.ts'
import { connectPostgres } from '../../services/gateway/store/postgres.ts'
import { checkServerVersion } from '../../services/gateway/store/server-facts.ts'

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
  await using parts = new AsyncDisposableStack()
  try {
    const sql = parts.adopt(await connectPostgres(url, { isUnlimited: true }), (it) => it.end({ timeout: 0 }))
    await checkServerVersion(sql)
  } catch (error) {
    throw error instanceof SetupError ? error : connectionError('DATABASE_URL', error)
  }
}

/** Checks that Redis responds at a URL within 5 s. @throws SetupError that names the setting */
export async function checkRedisUrl(setting: string, url: string): Promise<void> {
  try {
    using connection = await connectRedis(url)
    await connection.redis.ping()
  } catch (error) {
    throw connectionError(setting, error)
  }
}

function connectionError(setting: string, error: unknown): SetupError {
  const reason = reasonOf(error)
  const { code } = error as { code?: unknown }
  const remedy = advice[String(code)] ?? advice[/^\w+/.exec(reason)?.[0] ?? ''] ?? 'correct it, or start the server'
  return new SetupError(`${setting} cannot be used (${reason}): ${remedy}.`, { cause: error })
}
