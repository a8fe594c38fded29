import { readConfig } from '@maps/shared/config'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { postgresUrl, readDatabaseAddress } from './database-address.ts'

const shape = z.object({ DATABASE_URL: postgresUrl })
const refusalOf = (url: string): string => {
  try {
    readConfig(shape, { DATABASE_URL: url })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the address of a database', () => {
  const login = { user: 'u', password: 'p', database: 'maps' }
  const server = (host: string, port = 5432) => ({ hosts: [{ host, port }], ...login })

  it.each([
    ['Neon', 'postgresql://u:p@ep-x-pooler.neon.tech/maps?sslmode=require&channel_binding=require', {}],
    ['Supabase', 'postgres://u.ref:p@db.supabase.com:6543/maps?pgbouncer=true', { user: 'u.ref', prepare: false }],
    ['Prisma', 'postgresql://u:p@db/maps?schema=public&connection_limit=5&pool_timeout=10&connect_timeout=15', {}],
    ['pgx', 'postgres://u:p@db:5433/maps?sslmode=disable&pool_max_conns=10&default_query_exec_mode=exec', {}],
    ['libpq', 'postgresql://u:p@db/maps?gssencmode=disable&keepalives=1&keepalives_idle=30&connect_timeout=10', {}],
  ])('is read as %s prints it', (_name, url, difference) => {
    const { hosts, ...address } = readDatabaseAddress(url)
    expect(address).toMatchObject({ ...login, prepare: true, ...difference })
    expect(address.session).toEqual({})
    expect(hosts).toEqual([{ host: new URL(url).hostname, port: Number(new URL(url).port || 5432) }])
  })

  it.each([
    [
      'a folder of a socket as Cloud SQL has it',
      'postgres://u:p@/maps?host=/cloudsql/a:b:c',
      server('/cloudsql/a:b:c'),
    ],
    ['a folder beside a host', 'postgres://u:p@localhost:6543/maps?host=/run/pg', server('/run/pg', 6543)],
    ['a folder and a port', 'postgres://u:p@localhost/maps?host=/run/pg&port=5433', server('/run/pg', 5433)],
    ['a folder as the host', 'postgres://u:p@%2Frun%2Fpg/maps', server('/run/pg')],
    ['IPv6', 'postgres://u:p@[::1]/maps', server('::1')],
    ['IPv6 and a port', 'postgres://u:p@[2001:db8::1]:5433/maps', server('2001:db8::1', 5433)],
    ['parameters alone', 'postgres:///?host=db&port=5433&user=u&password=p&dbname=maps', server('db', 5433)],
  ])('may have %s', (_what, url, expected) => {
    expect(readDatabaseAddress(url)).toMatchObject(expected)
  })

  it('may have several hosts, each with a port of its own', () => {
    const hosts = [
      { host: 'one', port: 5433 },
      { host: '::1', port: 5432 },
    ]
    for (const url of ['postgres://one:5433,[::1]/maps', 'postgres:///maps?host=one,::1&port=5433,5432'])
      expect(readDatabaseAddress(url)).toMatchObject({ hosts, database: 'maps' })
    const shared = readDatabaseAddress('postgresql://a:b%2C@one,two/maps?port=5433')
    expect(shared).toMatchObject({ password: 'b,', hosts: [{ port: 5433 }, { port: 5433 }] })
  })

  it('decodes escapes, and takes an @ in the password as it is', () => {
    expect(readDatabaseAddress('postgres://us%40er:p%25%3A@db/my%20maps')).toMatchObject({
      user: 'us@er',
      password: 'p%:',
      database: 'my maps',
    })
    expect(readDatabaseAddress('postgres://u:p@ss@db/maps')).toMatchObject({
      password: 'p@ss',
      hosts: [{ host: 'db' }],
    })
  })

  it('passes on settings of the session, and the schema of Prisma as search path', () => {
    const { session } = readDatabaseAddress(
      'postgres://db?TimeZone=UTC&application_name=x&options=-c%20jit%3Doff&schema=a"b',
    )
    expect(session).toEqual({ TimeZone: 'UTC', application_name: 'x', options: '-c jit=off', search_path: '"a""b"' })
  })

  it('names parameters that are not known, before anything is sent', () => {
    const refusal = refusalOf('postgres://u:hunter2@db/maps?sslmod=require&sslcert=x')
    expect(refusal).toMatch(/DATABASE_URL: has parameters that are not known or not supported \(sslmod, sslcert\): /)
    expect(refusal).not.toContain('hunter2')
  })

  it('is refused with the way to write a password, which no message quotes', () => {
    const passwords = [
      'hunter2%',
      'hunter2%zz',
      'hunter2/',
      'hunter2?',
      '1/hunter2',
      '1?hunter2',
      '1?hunter2=x',
      '1#hunter2',
    ]
    for (const password of passwords) {
      const refusal = refusalOf(`postgres://u:${password}@db/maps`)
      expect(refusal, password).toMatch(/DATABASE_URL: [^]*%25/)
      expect(refusal).not.toContain('hunter2')
    }
  })

  it.each([
    ...['postgres://one:5432,two:x/maps', 'mysql://one,two/maps', 'one,two', 'postgres://one two/maps'],
    ...[
      'postgres://db:0/maps',
      'postgres://db:65536/maps',
      'postgres://[::g]/maps',
      'postgres://[::1/maps',
      'postgres://::1/maps',
    ],
    ...['postgres://db/maps/more', 'postgres:///maps?host=a,b,c&port=1,2', 'postgres:///maps?port=x'],
  ])('is refused as malformed: %s', (url) => {
    expect(refusalOf(url)).toMatch(/DATABASE_URL: must be an address such as postgres:/)
  })

  it('is refused with a socket beside a host', () => {
    expect(refusalOf('postgres:///maps?host=/run/pg,db')).toContain('must have no host beside that of a socket')
  })
})
