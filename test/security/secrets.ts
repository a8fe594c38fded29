import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { Redis } from 'ioredis'
import { type Client, openPostgres } from '../../services/gateway/store/postgres.ts'
import { hashToken } from '../../services/gateway/auth/token.ts'

/** Finds the texts that contain a token, or its hash as bytes, hex or base64. */
export function findSecrets(texts: readonly (string | Buffer)[], tokens: readonly string[]): (string | Buffer)[] {
  const secrets = tokens.flatMap((token) => {
    const hash = hashToken(token)
    return [token, hash, hash.toString('hex'), hash.toString('base64').replace('=', ''), hash.toString('base64url')]
  })
  return texts.filter((text) => {
    const bytes = Buffer.from(text)
    return secrets.some((secret) => bytes.includes(secret))
  })
}

/** Reads all rows of a database. */
export async function dumpPostgres(databaseUrl: string): Promise<string[]> {
  const sql = openPostgres(databaseUrl)
  try {
    return await readRows(sql)
  } finally {
    await sql.end()
  }
}

/** Reads all rows of all tables in the schema `public`, as JSON. */
export async function readRows(sql: Client): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`
  const rows = await Promise.all(
    tables.map(({ name }) => sql<{ row: string }[]>`select to_jsonb(it)::text as row from ${sql(name)} it`),
  )
  return rows.flat().map(({ row }) => row)
}

/** Reads all keys of a Redis with their values. */
export async function dumpRedis(url: string): Promise<Buffer[]> {
  const redis = new Redis(url)
  const found: Buffer[] = []
  try {
    let cursor = '0'
    do {
      const [next, keys] = await redis.scanBuffer(cursor, 'COUNT', 1_000)
      cursor = next.toString()
      for (const key of keys) found.push(Buffer.concat([key, Buffer.from(' '), ...(await readValue(redis, key))]))
    } while (cursor !== '0')
  } finally {
    redis.disconnect()
  }
  return found
}

async function readValue(redis: Redis, key: Buffer): Promise<Buffer[]> {
  const type = await redis.type(key)
  switch (type) {
    // The key has expired since the scan.
    case 'none':
      return []
    case 'string':
      return [(await redis.getBuffer(key)) ?? Buffer.alloc(0)]
    case 'list':
      return redis.lrangeBuffer(key, 0, -1)
    case 'set':
      return redis.smembersBuffer(key)
    case 'zset':
      return redis.zrangeBuffer(key, '0', '-1')
    case 'hash':
      return Object.entries(await redis.hgetallBuffer(key)).flatMap(([field, value]) => [Buffer.from(field), value])
    case 'stream':
      return (await redis.xrangeBuffer(key, '-', '+')).flatMap(([, fields]) => fields)
    default:
      throw new Error(`a Redis value of the type ${type}`)
  }
}

/** Records all commands that Redis receives. It also sees jobs that are deleted when they are done. */
export interface RedisMonitor {
  commands: readonly string[]
  close(): void
}

/** Starts MONITOR over a plain socket: ioredis fails if the first command arrives together with the reply. */
export async function monitorRedis(url: string): Promise<RedisMonitor> {
  const { hostname, port, password } = new URL(url)
  const socket = connect(Number(port), hostname)
  const commands: string[] = []
  const lines = createInterface(socket).on('line', (line) => commands.push(line))
  socket.write(`AUTH ${password}\r\nMONITOR\r\n`)
  await once(lines, 'line')
  return { commands, close: () => socket.destroy() }
}
