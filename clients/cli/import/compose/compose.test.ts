import { describe, expect, it } from 'vitest'
import { Failure } from '../../failure.ts'
import type { Drawing, ImportInput } from '../drawing.ts'
import { readCompose } from './compose.ts'

/** Reads a file in a folder without other files. */
async function read(text: string, options: Partial<ImportInput> = {}): Promise<Drawing> {
  return readCompose({ source: 'compose.yml', text, folder: '/nowhere', env: {}, ...options })
}

/** Connections as "source → target". */
function arrows({ edges, inferred }: Drawing): string[] {
  return [...edges, ...inferred].map(({ source, target, dashed }) => `${source} ${dashed ? '⇢' : '→'} ${target}`)
}

describe('a Compose file', () => {
  it('has services, images and dependencies in each of their forms', async () => {
    const { name, nodes, edges, leftOut } = await read(`
name: shop
x-base: &base
  image: acme/api:1.4@sha256:${'0'.repeat(64)}
services:
  api:
    <<: *base
    depends_on:
      db: { condition: service_healthy }
      cache: { condition: service_started, required: false }
  web:
    build: ./web
    depends_on: [api, api, elsewhere]
  db: { image: 'postgres:\${PG_VERSION:-18}' }
  cache: { image: 'redis:\${REDIS}' }
  plain: {}
`)
    expect(name).toBe('shop')
    expect(nodes).toEqual([
      { id: 'api', label: 'api', tech: 'acme/api:1.4' },
      { id: 'web', label: 'web' },
      { id: 'db', label: 'db', tech: 'postgres:18' },
      { id: 'cache', label: 'cache', tech: 'redis' },
      { id: 'plain', label: 'plain' },
    ])
    expect(edges).toEqual([
      { source: 'api', target: 'db' },
      { source: 'api', target: 'cache' },
      { source: 'web', target: 'api' },
    ])
    expect(leftOut).toEqual([
      { kind: 'missingServices', count: 1, names: ['web → elsewhere'] },
      { kind: 'unsetVariables', count: 1, names: ['REDIS'] },
    ])
  })

  it('has connections by links, shared namespaces and volumes', async () => {
    const drawing = await read(`
services:
  shop: { links: ['orders:backend', db] }
  orders: { network_mode: 'service:tunnel' }
  torrent: { network_mode: 'container:vpn', pid: host }
  debug: { pid: 'service:orders', ipc: 'service:orders' }
  tunnel: { container_name: vpn }
  backup: { volumes_from: ['db:ro', 'container:vpn:ro', 'container:other'] }
  db: {}
`)
    expect(arrows(drawing)).toEqual([
      'shop → orders',
      'shop → db',
      'orders → tunnel',
      'torrent → tunnel',
      'debug → orders',
      'backup → db',
      'backup → tunnel',
    ])
    expect(drawing.leftOut).toEqual([{ kind: 'missingServices', count: 1, names: ['backup → other'] }])
  })

  it('has services of all profiles, without content, and with names that objects inherit', async () => {
    const drawing = await read(`
services:
  constructor: { profiles: [debug], depends_on: [__proto__, toString] }
  __proto__: { image: redis:8, depends_on: { constructor: null } }
  toString:
  empty: { image: null, depends_on: null, links: null, environment: null, networks: null, extends: null }
  odd: { image: 5, depends_on: 1, links: [null, [x]], environment: { A: null }, networks: { a: null } }
include: null
`)
    expect(drawing.nodes.map((it) => it.id)).toEqual(['constructor', '__proto__', 'toString', 'empty', 'odd'])
    expect(drawing.nodes[1]).toEqual({ id: '__proto__', label: '__proto__', tech: 'redis:8' })
    expect(arrows(drawing)).toEqual(['constructor → __proto__', 'constructor → toString', '__proto__ → constructor'])
    expect(drawing.leftOut).toEqual([{ kind: 'unsetVariables', count: 1, names: ['A'] }])
  })

  it('has dashed connections to hosts in its commands, of which a later one overrides an earlier one', async () => {
    const drawing = await read(`
services:
  app: { entrypoint: [wait-for-it, 'db:5432'], command: serve --mail-host mail --cache-url=redis://cache }
  worker: { extends: app, command: [work] }
  quoted: { command: 'sh -c "serve --db-host=db"' }
  optional: { command: 'serve \${OPTIONS:---db-host db}' }
  none: { extends: optional, command: [] }
  db: {}
  mail: {}
  cache: {}
`)
    expect(arrows(drawing)).toEqual([
      'app ⇢ db',
      'app ⇢ mail',
      'app ⇢ cache',
      'worker ⇢ db',
      'quoted ⇢ db',
      'optional ⇢ db',
    ])
  })

  it('has dashed connections to hosts in its environment, apart from the others', async () => {
    const text = `
services:
  app:
    depends_on: [db]
    environment: { MYSQL_HOST: db, REDIS_URL: 'redis://\${CACHE:-cache}:6379', SELF_URL: 'http://app', PORT: 80 }
  worker: { environment: [MYSQL_HOST=store, QUEUE=queue:5672, TOKEN, APP_HOST] }
  db: { container_name: store, environment: { MYSQL_USER: app } }
  cache: { networks: { default: { aliases: [queue] } } }
`
    const drawing = await read(text, { env: { APP_HOST: 'app' } })
    expect(arrows(drawing)).toEqual(['app → db', 'app ⇢ cache', 'worker ⇢ db', 'worker ⇢ cache', 'worker ⇢ app'])
    expect(drawing).toMatchObject({
      edges: [{ source: 'app', target: 'db' }],
      leftOut: [{ kind: 'unsetVariables', names: ['TOKEN'] }],
    })
  })

  it('has connections by hostnames, which give way to other names', async () => {
    const drawing = await read(`
services:
  basket: { environment: { MESSAGES: 'amqp://ecommerce-mq:5672', DB_HOST: db, CACHE_HOST: cache, QUEUE_HOST: queue } }
  messagebroker: { image: 'rabbitmq:4', hostname: ecommerce-mq }
  db: { container_name: cache }
  own: { networks: { default: { aliases: [queue] } } }
  first: { hostname: db }
  second: { hostname: cache }
  third: { hostname: queue }
  proxy: { hostname: localhost }
  web: { environment: { SELF_URL: 'http://localhost' } }
`)
    expect(arrows(drawing)).toEqual(['basket ⇢ messagebroker', 'basket ⇢ db', 'basket ⇢ own'])
  })

  it('has no connection between names that are variables without a value', async () => {
    const drawing = await read("services: { web: { depends_on: ['$GONE'] }, db: { container_name: '$GONE' } }")
    expect(arrows(drawing)).toEqual([])
    expect(drawing.leftOut).toMatchObject([
      { kind: 'missingServices', names: ['web → '] },
      { kind: 'unsetVariables', names: ['GONE'] },
    ])
  })

  it.each([
    ['an empty object', '{}', /it has no services/],
    ['a list of services', 'services: [a]', /it has no services/],
    ['a service that is a text', 'services: { a: b }', /the service a must be an object/],
    ['another file', 'kind: Deployment', /it has no services/],
    ['no YAML', 'services: {', /is not YAML/],
    ['nothing', '', /it has no services/],
  ])('is recognised: %s', async (_name, text, error) => {
    const refused = read(text)
    await expect(refused).rejects.toThrow(Failure)
    await expect(refused).rejects.toThrow(error)
  })

  it('has no name where the file has none', async () => {
    expect(await read('services: {}')).toEqual({ name: undefined, nodes: [], edges: [], inferred: [], leftOut: [] })
    expect(await read('services:')).toMatchObject({ nodes: [] })
    expect((await read('name: ${GONE}\nservices:')).name).toBeUndefined()
  })
})
