import { describe, expect, it } from 'vitest'
import type { ObservedConnection } from './observation.ts'
import { readManifests } from './kubernetes.ts'
import { parseLabelFilters } from './labels.ts'

/** A container of a workload. */
interface Container {
  env?: object[]
  envFrom?: object[]
  command?: string[]
  args?: string[]
}

function manifest(kind: string, name: string, fields: object, namespace?: string): object {
  return { apiVersion: 'v1', kind, metadata: { name, ...(namespace !== undefined && { namespace }) }, ...fields }
}

function workload(name: string, { namespace, ...container }: Container & { namespace?: string } = {}): object {
  const template = { metadata: { labels: { app: name } }, spec: { containers: [container] } }
  return manifest('Deployment', name, { spec: { template } }, namespace)
}

function service(name: string, namespace?: string): object {
  return manifest('Service', name, { spec: { selector: { app: name } } }, namespace)
}

function env(value: string): { env: object[] } {
  return { env: [{ name: 'DB_HOST', value }] }
}

/** A variable with a field of the pod. */
function field(name: string, fieldPath: string): object {
  return { name, valueFrom: { fieldRef: { fieldPath } } }
}

const arrow = ({ client, server }: ObservedConnection): string => `${client} → ${server}`

describe('an object without a namespace may be in any:', () => {
  it.each<[name: string, documents: object[], connections: string[], label?: string]>([
    [
      'a Service',
      [workload('web', { ...env('db'), namespace: 'shop' }), workload('db', { namespace: 'shop' }), service('db')],
      ['web → db'],
    ],
    [
      'the workload behind a Service',
      [workload('web', { ...env('db'), namespace: 'shop' }), workload('db'), service('db', 'shop')],
      ['web → db'],
    ],
    [
      'the workload that names a host',
      [workload('web', env('db')), workload('db', { namespace: 'shop' }), service('db', 'shop')],
      ['web → db'],
    ],
    [
      'a config map',
      [
        manifest('ConfigMap', 'hosts', { data: { DB_HOST: 'db' } }),
        workload('web', { envFrom: [{ configMapRef: { name: 'hosts' } }], namespace: 'shop' }),
        workload('db', { namespace: 'shop' }),
        service('db', 'shop'),
      ],
      ['web → db'],
    ],
    [
      'a Service beside one that a label chooses',
      [
        workload('web', { ...env('db'), namespace: 'live' }),
        workload('web', { ...env('db'), namespace: 'test' }),
        workload('db'),
        service('db'),
      ],
      ['web → db'],
      'namespace=live',
    ],
    [
      'but a Service in the same namespace comes first',
      [
        workload('web', { ...env('db'), namespace: 'shop' }),
        workload('db', { namespace: 'shop' }),
        service('db', 'shop'),
        workload('cms'),
        manifest('Service', 'db', { spec: { selector: { app: 'cms' } } }),
      ],
      ['web → db'],
    ],
  ])('%s', (_, documents, connections, label) => {
    const seen = readManifests('seen', documents, parseLabelFilters(label))
    expect(seen.connections.map(arrow)).toEqual(connections)
    expect(seen.leftOut).toEqual([])
  })
})

it('a host of the world is no service, although one has its name, and a namespace of the file tells one of the cluster', () => {
  const seen = (host: string, namespace?: string): string[] => {
    const documents = [
      workload('web', env(host)),
      workload('grafana', namespace === undefined ? {} : { namespace }),
      service('grafana', namespace),
    ]
    return readManifests('seen', documents, []).connections.map(arrow)
  }
  expect(seen('grafana.com')).toEqual([])
  expect(seen('grafana.com.svc')).toEqual(['web → grafana'])
  expect(seen('grafana.com', 'com')).toEqual(['web → grafana'])
  expect(seen('grafana')).toEqual(['web → grafana'])
})

describe('a container names a host:', () => {
  const fromSecret = { name: 'HOST', valueFrom: { secretKeyRef: { name: 'hosts', key: 'HOST' } } }
  it.each<[name: string, container: Container, leftOut?: string[]]>([
    ['in a variable', env('db')],
    ['in a long variable', env(`${'x '.repeat(2_000)} http://db:80`)],
    [
      'in a variable that names another',
      {
        env: [
          { name: 'NAME', value: 'db' },
          { name: 'URL', value: 'http://$(NAME)/$$(X)' },
        ],
      },
    ],
    ['in an argument', { args: ['--db-host=db'] }],
    ['in the word after an option', { command: ['web', '--db-host', 'db'] }],
    ['in a script', { command: ['sh', '-c', 'echo $(date); exec web postgres://db/shop'] }],
    ['in an argument that names a variable', { env: [{ name: 'NAME', value: 'db' }], args: ['--url=http://$(NAME)'] }],
    [
      'beside a reference to no variable',
      { env: [...env('db').env, { name: 'URL', value: '$(GONE)' }] },
      ['1 variable without a value (GONE)'],
    ],
    [
      'beside a reference to a key that a config map in the file lacks',
      {
        env: [
          ...env('db').env,
          { name: 'KEY', valueFrom: { configMapKeyRef: { name: 'empty', key: 'KEY' } } },
          { name: 'URL', value: '$(KEY)' },
        ],
      },
      ['1 variable without a value (KEY)'],
    ],
    ['beside a field of its pod that nothing names', { env: [...env('db').env, field('NODE', 'spec.nodeName')] }],
    [
      'beside a field of its pod whose value is not known, in a variable and in an argument',
      {
        env: [
          ...[
            ...env('db').env,
            field('NODE', 'spec.nodeName'),
            field('IP', 'status.hostIP'),
            field('S', 'status.podIP'),
          ],
          { name: 'AGENT_HOST', value: '$(IP)' },
        ],
        args: ['--node=$(NODE)', '--self=$(S):80', '--id=$(date)'],
      },
      ['2 variables without a value (IP, NODE)'],
    ],
    [
      'beside a reference to a Secret',
      { env: [...env('db').env, fromSecret, { name: 'URL', value: '$(HOST)' }] },
      ['1 source of settings that is not read (Secret hosts)'],
    ],
  ])('%s', (_, container, leftOut = []) => {
    const empty = manifest('ConfigMap', 'empty', {})
    const seen = readManifests('seen', [workload('web', container), workload('db'), service('db'), empty], [])
    expect(seen.connections.map(arrow)).toEqual(['web → db'])
    expect(seen.leftOut).toEqual(leftOut)
  })
})

it('a host has the namespace and the name of the pod, where they are known', () => {
  const url = { env: [field('NS', 'metadata.namespace'), { name: 'DB_URL', value: 'http://db.$(NS).svc:80' }] }
  const seen = (namespace?: string) => {
    const own = namespace === undefined ? {} : { namespace }
    return readManifests(
      'seen',
      [workload('web', { ...url, ...own }), workload('db', own), service('db', namespace)],
      [],
    )
  }
  expect(seen('shop').connections.map(arrow)).toEqual(['web → db'])
  expect(seen('shop').leftOut).toEqual([])
  expect(seen().leftOut).toEqual(['1 variable without a value (NS)'])
  const peers = { env: [field('POD', 'metadata.name')], args: ['--peer-url=http://$(POD).db.shop.svc:80'] }
  const documents = [workload('web', { ...peers, namespace: 'shop' }), workload('db', { namespace: 'shop' })]
  const named = readManifests('seen', [...documents, service('db', 'shop')], [])
  expect(named.connections.map(arrow)).toEqual(['web → db'])
  expect(named.leftOut).toEqual([])
})

it('config maps and Secrets that are mounted are told, since their files are not read', () => {
  const volumes = [
    { configMap: { name: 'nginx' } },
    { secret: { secretName: 'key' } },
    { projected: { sources: [{ configMap: { name: 'more' } }, { secret: { name: 'token' } }, { downwardAPI: {} }] } },
    { emptyDir: {} },
    { name: 'store', csi: { driver: 'secrets-store.csi.k8s.io' } },
    { name: 'rules', hostPath: { path: '/etc/app/rules' } },
    { name: 'hosts', hostPath: { path: '/opt/hosts', type: 'FileOrCreate' } },
    { name: 'data', hostPath: { path: '/var/lib/data', type: 'Directory' } },
    { name: 'docker', hostPath: { path: '/var/run/docker.sock', type: 'Socket' } },
    { name: 'claimed', persistentVolumeClaim: { claimName: 'data' } },
  ]
  const web = manifest('Deployment', 'web', { spec: { template: { spec: { containers: [], volumes } } } })
  expect(readManifests('seen', [web], []).leftOut).toEqual([
    '7 sources of settings that are not read (ConfigMap nginx, Secret key, ConfigMap more, …)',
  ])
})

it('an empty namespace is none', () => {
  const documents = [null, ''].map((namespace, at) => {
    return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: `web-${at}`, namespace }, spec: {} }
  })
  const seen = readManifests('seen', documents, [])
  expect(seen.services.map((it) => it.name)).toEqual(['web-0', 'web-1'])
})

it('a namespace that no object has is refused, although some objects may be in any', () => {
  const documents = [workload('web', { namespace: 'live' }), workload('db')]
  expect(() => readManifests('seen', documents, parseLabelFilters('namespace=prdo'))).toThrow('has nothing with this')
  expect(readManifests('seen', documents, parseLabelFilters('namespace=live')).services).toHaveLength(2)
  expect(readManifests('seen', [workload('db')], parseLabelFilters('namespace=live')).services).toHaveLength(1)
})

it('variables of a config map may get a prefix', () => {
  const seen = readManifests(
    'seen',
    [
      manifest('ConfigMap', 'hosts', { data: { NAME: 'db' } }),
      workload('web', {
        envFrom: [{ prefix: 'DB_', configMapRef: { name: 'hosts' } }],
        env: [{ name: 'URL', value: 'http://$(DB_NAME)' }],
      }),
      workload('db'),
      service('db'),
    ],
    [],
  )
  expect(seen.connections.map(arrow)).toEqual(['web → db'])
  expect(seen.leftOut).toEqual([])
})

it('the items of a list of one kind have that kind', () => {
  const items = ['web', 'db'].map((name) => ({ metadata: { name } }))
  const seen = readManifests('seen', [{ apiVersion: 'apps/v1', kind: 'DeploymentList', items }], [])
  expect(seen.services.map((it) => it.name)).toEqual(['web', 'db'])
})
