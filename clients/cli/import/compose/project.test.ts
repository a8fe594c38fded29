import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ImportInput } from '../drawing.ts'
import { LeftOutList } from '../left-out.ts'
import { readCompose } from './compose.ts'
import { readProject } from './project.ts'

/** Reads `app/compose.yml` of these files. @returns images by service, connections, and what was left out */
async function read(files: Record<string, string | Buffer>, options: Partial<ImportInput> = {}) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-compose-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true })
    await writeFile(join(folder.path, path), text)
  }
  const leftOut = new LeftOutList()
  const text = String(files['app/compose.yml'])
  const input = { source: 'compose.yml', text, folder: join(folder.path, 'app'), env: {}, ...options }
  const { services } = await readProject(input, leftOut)
  const { edges, inferred } = await readCompose(input)
  const arrows = [...edges, ...inferred].map((it) => `${it.source} ${it.dashed ? '⇢' : '→'} ${it.target}`)
  const names = Object.fromEntries(leftOut.toList().map((it) => [it.kind, it.names]))
  const images = Object.fromEntries(Array.from(services, ([id, it]) => [id, it.image]))
  return { services, images, arrows, leftOut: names }
}

describe('variables of a Compose file', () => {
  const files = {
    'app/compose.yml': 'services: { a: { image: "${A}" }, b: { image: "${B}" }, c: { image: "${C:-c}" } }',
    'app/.env': 'A=a of .env\nB=b of .env',
  }

  it('have their values from the environment, else from the file beside it', async () => {
    expect((await read(files)).images).toEqual({ a: 'a of .env', b: 'b of .env', c: 'c' })
    expect((await read(files, { env: { B: 'b of env', C: '' } })).images).toEqual({
      a: 'a of .env',
      b: 'b of env',
      c: 'c',
    })
  })

  it('have their values from another file in its place', async () => {
    const { images, leftOut } = await read(files, { envFile: 'A=other' })
    expect(images).toEqual({ a: 'other', b: '\uFFFD', c: 'c' })
    expect(leftOut).toEqual({ unsetVariables: ['B'] })
  })
})

it('the name of the project is a variable, from the environment, the file or its folder', async () => {
  const service = 'services: { web: { image: "${COMPOSE_PROJECT_NAME}-web" } }'
  const named = `name: shop\n${service}`
  expect(await read({ 'app/compose.yml': service })).toMatchObject({ images: { web: 'app-web' }, leftOut: {} })
  expect((await read({ 'app/compose.yml': named })).images).toEqual({ web: 'shop-web' })
  expect((await read({ 'app/compose.yml': named, 'app/.env': 'COMPOSE_PROJECT_NAME=x' })).images).toEqual({
    web: 'x-web',
  })
  const other = await read({ 'app/compose.yml': service }, { folder: '/nowhere/_My.Shop-2' })
  expect(other.images).toEqual({ web: 'myshop-2-web' })
})

describe('files of variables of a service', () => {
  it('stand below its own, in their order, also where it extends or overrides another', async () => {
    const { services, leftOut } = await read({
      'app/compose.yml': `
include: [{ path: [base.yml, override.yml] }]
services:
  web: { extends: { file: common/services.yml, service: base }, env_file: [web.env, { path: gone.env, required: false }] }
`,
      'app/web.env': 'CACHE=web of web.env\nHOST=${NAME:-cache}',
      'app/common/services.yml': 'services: { base: { env_file: base.env, environment: { MODE: base } } }',
      'app/common/base.env': 'MODE=file\nCACHE=base\nDB=db',
      'app/base.yml': 'services: { api: { environment: { A: base } } }',
      'app/override.yml':
        'services: { api: { env_file: lost.env } }\n---\nservices: { api: { env_file: a.env } }\n---\n',
      'app/a.env': 'A=file',
    })
    expect(services.get('web')?.environment).toEqual({ MODE: 'base', CACHE: 'web of web.env', HOST: 'cache', DB: 'db' })
    expect(services.get('api')?.environment).toEqual({ A: 'base' })
    expect(leftOut).toEqual({ settingSources: ['lost.env'] })
  })

  it('may name variables of the project, of the service and of earlier files', async () => {
    const { arrows, leftOut } = await read({
      'app/compose.yml': `
services:
  db: {}
  cache: {}
  web: { env_file: [common.env, web.env], environment: { DB: db } }
`,
      'app/common.env': 'CACHE=cache',
      'app/web.env': 'DATABASE_URL=postgres://app@${DB}:5432/shop\nCACHE_URL=redis://${CACHE}:6379',
    })
    expect(arrows).toEqual(['web ⇢ db', 'web ⇢ cache'])
    expect(leftOut).toEqual({})
  })

  it('take the value of the project first, then that of the service, then that of an earlier file', async () => {
    const { services } = await read({
      'app/compose.yml': 'services: { web: { env_file: [a.env, b.env], environment: { A: service, B: service } } }',
      'app/.env': 'A=project',
      'app/a.env': 'A=a\nB=a\nC=a',
      'app/b.env': 'B=b\nC=b\nD=b\nALL=${A} ${B} ${C} ${D}',
    })
    expect(services.get('web')?.environment).toEqual({
      A: 'service',
      B: 'service',
      C: 'b',
      D: 'b',
      ALL: 'project service a b',
    })
  })

  it('see the variables of each service that has them, also of those that extend or override it', async () => {
    const { services } = await read({
      'app/compose.yml': `
include: [{ path: [base.yml, prod.yml] }]
services:
  web: { env_file: host.env, environment: { HOST_NAME: web } }
  api: { extends: web, environment: { HOST_NAME: api } }
`,
      'app/base.yml': 'services: { db: { env_file: host.env } }',
      'app/prod.yml': 'services: { db: { environment: { HOST_NAME: db } } }',
      'app/host.env': 'HOST=${HOST_NAME}:80',
    })
    const hosts = Array.from(services, ([id, { environment }]) => [id, environment['HOST']])
    expect(Object.fromEntries(hosts)).toEqual({ web: 'web:80', api: 'api:80', db: 'db:80' })
  })

  it('have no value for a name that objects inherit', async () => {
    const { services, leftOut } = await read({
      'app/compose.yml': 'services: { web: { env_file: web.env } }',
      'app/web.env': 'A=${constructor}',
    })
    expect(services.get('web')?.environment).toEqual({ A: '' })
    expect(leftOut).toEqual({ unsetVariables: ['constructor'] })
  })
})

it('a missing file of variables is told where one service needs it and another does not', async () => {
  const optional = '{ env_file: { path: gone.env, required: false } }'
  const { leftOut } = await read({ 'app/compose.yml': `services: { a: ${optional}, b: { env_file: gone.env } }` })
  expect(leftOut).toEqual({ settingSources: ['gone.env'] })
})

it('a file of variables that is there and is no text in UTF-8 is told, also where none is needed', async () => {
  const files = '[{ path: a.env, required: false }, b.env]'
  const { services, leftOut } = await read({
    'app/compose.yml': `services: { web: { env_file: ${files}, image: "\${TAG:-web}" } }`,
    'app/.env': Buffer.from('\uFEFFTAG=app', 'utf16le'),
    'app/a.env': Buffer.from('\uFEFFDB_HOST=db', 'utf16le'),
    'app/b.env': Buffer.from('CACHE_HOST=größe', 'latin1'),
  })
  expect(services.get('web')).toMatchObject({ environment: {}, image: 'web' })
  expect(leftOut).toEqual({ settingSources: ['.env', 'a.env', 'b.env'] })
})

it('secrets, configs, and files and folders of configuration that are mounted are told, and data is not', async () => {
  const { leftOut } = await read({
    'app/compose.yml': `
services:
  web:
    extends: { file: common/base.yml, service: base }
    secrets: [key, { source: token, target: t }]
    configs: [{ source: routes }]
    volumes:
      - ./nginx.conf:/etc/nginx/nginx.conf:ro
      - ./Caddyfile:/srv/Caddyfile
      - { type: bind, source: ./prometheus, target: /etc/prometheus }
      - \${ROUTES:-./conf}:/routes
  db:
    volumes:
      - data:/var/lib/postgresql/data
      - ./data:/data
      - .:/app
      - "\${DATA}:/more"
      - /anonymous
      - /var/run/docker.sock:/var/run/docker.sock
      - { type: volume, source: etc, target: /etc/app }
      - { type: tmpfs, target: /tmp }
      - 5
`,
    'app/Caddyfile': 'reverse_proxy api',
    'app/common/base.yml': 'services: { base: { volumes: ["./base.ini:/base.ini"] } }',
  })
  expect(leftOut).toEqual({
    settingSources: [
      ...['secret key', 'secret token', 'config routes', 'common/base.ini'],
      ...['nginx.conf', 'Caddyfile', 'prometheus', 'conf'],
    ],
  })
})

it('a variable without a value is told wherever it is used', async () => {
  const { leftOut } = await read({
    'app/compose.yml': 'services: { a: { env_file: a.env, container_name: "$NAME", depends_on: ["${OTHER}"] } }',
    'app/a.env': "HOST=${HOST_NAME}\nTEXT='${QUOTED}'",
    'app/.env': 'URL=${ADDRESS}\nSET=${URL-x}',
  })
  expect(leftOut.unsetVariables?.toSorted()).toEqual(['ADDRESS', 'HOST_NAME', 'NAME', 'OTHER'])
})

describe('files that a Compose file includes', () => {
  it('have services, in folders of their own, also above it', async () => {
    const { images, leftOut } = await read({
      'app/compose.yml': 'include: [../shared/a.yml, "${PART}.yml", gone.yml]\nservices: { web: { image: web } }',
      'app/.env': 'PART=part\nTAG=outer',
      'app/part.yml': 'services: { web: { image: other }, part: { image: "part:${TAG}" } }',
      'shared/a.yml': 'include: [{ path: deep/b.yml, env_file: b.env }]\nservices: { a: { image: "a:${TAG}-${X}" } }',
      'shared/.env': 'TAG=inner\nX=x',
      'shared/b.env': 'Y=y',
      'shared/deep/b.yml': 'include: [../a.yml]\nservices: { b: { image: "b:${X}${Y}" } }',
      'shared/deep/.env': 'Y=unused',
    })
    expect(images).toEqual({ web: 'web', a: 'a:outer-x', b: 'b:xy', part: 'part:outer' })
    expect(leftOut).toEqual({ unreadableFiles: ['gone.yml'] })
  })

  it('have variables of files of which later ones see earlier ones', async () => {
    const { images } = await read({
      'app/compose.yml': 'include: [{ path: part.yml, env_file: [a.env, b.env] }]\nservices: {}',
      'app/part.yml': 'services: { db: { image: "${IMAGE}" } }',
      'app/a.env': 'NAME=postgres\nTAG=17',
      'app/b.env': 'TAG=18\nIMAGE=${NAME}:${TAG}',
    })
    expect(images).toEqual({ db: 'postgres:17' })
  })

  it('may override each other, and have no services', async () => {
    const { services, images, leftOut } = await read({
      'app/compose.yml': `
include:
  - { path: [base.yml, override.yml], project_directory: sub }
  - { path: networks.yml, env_file: gone.env }
  - empty.yml
`,
      'app/base.yml': 'services: { db: { image: "postgres:${V}", depends_on: [a], environment: { A: 1, B: 1 } } }',
      'app/override.yml': 'services: { db: { depends_on: { b: {} }, environment: [B=2] } }',
      'app/sub/.env': 'V=18',
      'app/networks.yml': 'networks: { back: {} }',
      'app/empty.yml': '',
    })
    expect(images).toEqual({ db: 'postgres:18' })
    expect(services.get('db')).toMatchObject({ dependencies: ['a', 'b'], environment: { A: '1', B: '2' } })
    expect(leftOut).toEqual({ settingSources: ['gone.env'] })
  })

  it('may remove or replace what an earlier one has', async () => {
    const { services, arrows, leftOut } = await read({
      'app/compose.yml': 'include: [{ path: [base.yml, prod.yml, last.yml] }]',
      'app/base.yml': `
services:
  web: { image: 'web:1', depends_on: [db, api], links: [api], environment: { DB_HOST: db, OLD: $OLD }, command: [serve, --db-host=db] }
  api: { depends_on: [db] }
  db: {}
  cache: { image: redis, depends_on: [db] }
  kept: { depends_on: [api] }
`,
      'app/prod.yml': `
services:
  web: { depends_on: !reset [], environment: !override { CACHE_HOST: cache }, command: !reset null }
  api: { depends_on: !override [kept] }
  db: !reset null
  cache: !override { image: valkey }
  kept: {}
`,
      'app/last.yml': 'services: { web: { image: "web:2" } }',
    })
    expect([...services.keys()].toSorted()).toEqual(['api', 'cache', 'kept', 'web'])
    expect(arrows.toSorted()).toEqual(['api → kept', 'kept → api', 'web → api', 'web ⇢ cache'])
    expect(services.get('cache')).toMatchObject({ image: 'valkey', dependencies: [] })
    expect(services.get('web')).toMatchObject({ image: 'web:2', environment: { CACHE_HOST: 'cache' } })
    expect(leftOut).toEqual({})
  })

  it('end the import where they are no Compose files', async () => {
    const files = { 'app/compose.yml': 'include: [bad.yml]', 'app/bad.yml': 'services: [' }
    await expect(read(files)).rejects.toThrow(/^bad\.yml is not YAML/)
  })

  it.each([
    ['a link that was checked out as a text', '../shared/base.yml'],
    ['a list', '- services'],
    ['a text after a document', 'services: { db: {} }\n---\ndb'],
  ])('end the import where they are %s', async (_, text) => {
    const files = { 'app/compose.yml': 'include: [base.yml]\nservices: { web: {} }', 'app/base.yml': text }
    await expect(read(files)).rejects.toThrow('base.yml is no Compose file: it must be an object.')
  })

  it('are left out where they are no text in UTF-8', async () => {
    const text = '\uFEFFservices: { größe: {} }'
    const { images, leftOut } = await read({
      'app/compose.yml': 'include: [utf16.yml, latin1.yml]\nservices: { web: { image: web } }',
      'app/utf16.yml': Buffer.from(text, 'utf16le'),
      'app/latin1.yml': Buffer.from(text.slice(1), 'latin1'),
    })
    expect(images).toEqual({ web: 'web' })
    expect(leftOut).toEqual({ unreadableFiles: ['utf16.yml', 'latin1.yml'] })
  })

  it('are left out where they are no files', async () => {
    const include = 'include: [".", /dev/zero, "oci://docker.io/shop/app", "nul\\0.yml", { env_file: x }, 5]'
    const { leftOut } = await read({ 'app/compose.yml': `${include}\nservices: {}` })
    expect(leftOut['unreadableFiles']).toHaveLength(4)
  })
})

it('a later network, process or container name of a service takes the place of an earlier one', async () => {
  const { arrows, leftOut } = await read({
    'app/compose.yml': `
include: [{ path: [base.yml, prod.yml] }]
services:
  vpn: {}
  a: { network_mode: 'service:vpn', pid: 'service:vpn' }
  b: { extends: a, network_mode: none, pid: host }
  c: { extends: b, network_mode: '\${MODE}' }
  store: { container_name: pg-old }
  copy: { extends: store, container_name: pg-copy }
  app: { environment: { DB_HOST: pg-old } }
`,
    'app/.env': 'MODE=service:store',
    'app/base.yml':
      "services: { torrent: { network_mode: 'service:vpn' }, seed: { ipc: 'service:vpn' }, peer: { pid: 'service:vpn' } }",
    'app/prod.yml': 'services: { torrent: { network_mode: bridge }, seed: { ipc: !reset null }, peer: {} }',
  })
  expect(arrows).toEqual(['a → vpn', 'c → store', 'peer → vpn', 'app ⇢ store'])
  expect(leftOut).toEqual({})
})

it('a service has the hostname of one that it extends or overrides, or its own', async () => {
  const { arrows } = await read({
    'app/compose.yml': `
include: [{ path: [base.yml, prod.yml] }]
services:
  events: { extends: { file: common.yml, service: broker } }
  jobs: { extends: { file: common.yml, service: broker }, hostname: mq-jobs }
  app: { environment: { URLS: 'amqp://mq:5672 amqp://mq-jobs amqp://mq-prod amqp://mq-old amqp://mq-kept' } }
`,
    'app/.env': 'MQ=mq',
    'app/common.yml': 'services: { broker: { hostname: "${MQ}" } }',
    'app/base.yml': 'services: { mails: { hostname: mq-old }, logs: { hostname: mq-kept } }',
    'app/prod.yml': 'services: { mails: { hostname: mq-prod }, logs: {} }',
  })
  expect(arrows).toEqual(['app ⇢ events', 'app ⇢ jobs', 'app ⇢ mails', 'app ⇢ logs'])
})

describe('services that a service extends', () => {
  it('give it what it has not itself, from its own file and others', async () => {
    const { services, images, leftOut } = await read({
      'app/compose.yml': `
services:
  web: { extends: base, environment: { MODE: web }, network_mode: 'service:b' }
  base: { image: 'app:1', depends_on: [db], environment: { MODE: base, DB: db }, network_mode: 'service:a' }
  worker: { extends: { file: common/services.yml, service: worker }, depends_on: [queue] }
  lost: { extends: { file: gone.yml, service: x }, image: kept }
  odd: { extends: nothing }
`,
      'app/common/services.yml': 'services: { worker: { extends: { file: deep.yml, service: base } }, unused: {} }',
      'app/common/deep.yml':
        'services: { base: { image: "deep:${TAG:-2}", depends_on: [db] } }\n---\nservices: { base: { pid: host } }\n',
    })
    expect(images).toEqual({ web: 'app:1', base: 'app:1', worker: 'deep:2', lost: 'kept', odd: undefined })
    expect(services.get('web')).toMatchObject({
      dependencies: ['db'],
      environment: { MODE: 'web', DB: 'db' },
      namespaces: { network_mode: 'b' },
    })
    expect(services.get('worker')).toMatchObject({ dependencies: ['db', 'queue'] })
    expect(leftOut).toEqual({ unreadableFiles: ['gone.yml'], missingBases: ['nothing'] })
  })

  it('may form a circle', async () => {
    const { images } = await read({
      'app/compose.yml': 'services: { a: { extends: b, image: a }, b: { extends: { file: compose.yml, service: a } } }',
    })
    expect(images).toEqual({ a: 'a', b: 'a' })
  })
})
