import { describe, expect, it } from 'vitest'
import { hostsIn, hostsInWords } from './hosts.ts'

describe('an environment value', () => {
  it.each([
    ['MYSQL_HOST', 'db', ['db']],
    ['REDIS_SERVERS', 'one two;three', ['one', 'two', 'three']],
    ['BROKERS', 'one:9092,two:9092', ['one', 'two']],
    ['ES_SEEDS', 'es', ['es']],
    ['CASSANDRA_SEEDS', 'a,b', ['a', 'b']],
    ['DB_URI', 'db', ['db']],
    ['DATABASE_URL', 'postgres://app:secret@db:5432/shop', ['db']],
    ['DSN', 'postgres://app:123@db/shop', ['db']],
    ['DSN', 'app:secret@tcp(db:3306)/shop', ['db']],
    ['MONGO', 'mongodb://one:1,two:2/x', ['one', 'two']],
    ['JDBC', 'jdbc:postgresql://db/shop', ['db']],
    ['OPTIONS', '--host=db:5432', ['db']],
    ['ORIGIN', 'http://web/a?b=http://api:80', ['web', 'api']],
    ['ConnectionStrings__Shop', 'Server=db;Database=shop;User Id=app', ['db']],
    ['X', 'Server=tcp:db,1433;Database=x', ['db']],
    ['X', 'Data Source = db; Initial Catalog=shop', ['db']],
    ['DSN', 'host=db user=app', ['db']],
    ['DSN', 'user=app host=db', ['db']],
    ['DSN', 'addr=redis://cache', ['cache']],
    ['X', 'Database=db;User=web', []],
    ['DATABASE_URL', 'sqlite:////app/x.db', []],
    ['U', 'https:///api', []],
    ['E', 'unix:///csi/csi.sock', []],
    ['URLS', 'redis:///0 http://web', ['web']],
    ['SPRING_SECURITY_USER_NAME', 'admin', []],
    ['JOB_IMAGE', 'redis:7.2-alpine', []],
    ['JOB_IMAGE', 'redis:17.2', []],
    ['ZK', 'zoo1:2888:3888', ['zoo1']],
    ['POSTGRES_USER', 'app', []],
    ['POSTGRES_DB', 'app', []],
    ['NODE_ENV', 'web', []],
    ['EMPTY_HOST', '', []],
    ['KEY', 'x'.repeat(4_000_000), []],
    ['KEY', '//@'.repeat(1_000_000), []],
    ['KEY', '/'.repeat(4_000_000), []],
    ['KEY', `x:${'1'.repeat(4_000_000)}x`, []],
    ['KEY', `host${' '.repeat(4_000_000)}`, []],
    ['KEY', `${'x '.repeat(2_000)}http://db`, ['db']],
  ])('%s=%.60s', (name, value, hosts) => {
    expect(hostsIn(name, value)).toEqual(hosts)
  })
})

describe('a command', () => {
  it.each([
    [['web', '--db-host=db'], ['db']],
    [['web', '--db-host', 'db', '--verbose', 'mail'], ['db']],
    [['scylla', '--seeds=scylladb'], ['scylladb']],
    [['web', '-url=postgres://db/shop'], ['db']],
    [['celery', '--broker=redis://cache', 'worker'], ['cache']],
    [['wait-for-it', 'db:5432', '--', 'web'], ['db']],
    [['web', '--name', 'db'], []],
    [['sh', '-c', 'exec web --db-host=db'], ['db']],
    [
      ['sh', '-c', "web --db-host 'db' && mail --queue redis://cache"],
      ['db', 'cache'],
    ],
  ])('%j', (words, hosts) => {
    expect(hostsInWords(words)).toEqual(hosts)
  })
})
