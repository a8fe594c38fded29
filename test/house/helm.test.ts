import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import { describe, expect, it } from 'vitest'
import { settings as gateway } from '../../services/gateway/config.ts'
import { settings as worker } from '../../services/render-worker/config.ts'
import { MAX_WAITING } from '@maps/shared/export-leases'
import { leastValues, type Manifest, readChartFile, readValues, renderChart, type Values } from './helm-chart.ts'
import { findFaults } from './helm-schema.ts'

function find(kind: string, name: string, manifests = renderChart(leastValues)): Manifest {
  return manifests.find((it) => it.kind === kind && it.metadata.name === name)!
}

/** The pod of a deployment. */
function podOf(name: string, given: Values = {}) {
  return (find('Deployment', name, renderChart(leastValues, given)) as unknown as IDeployment).spec!.template.spec!
}

/** What is off unless told. */
const everything: Values = {
  bucket: { url: 'https://s3.example.com/maps', region: 'eu-west-1' },
  traces: { endpoint: 'http://collector:4318', share: 0.1 },
  gateway: { queuePage: true },
  networkPolicy: { egress: [{ to: [{ ipBlock: { cidr: '10.9.0.0/16' } }], ports: [{ port: 4318 }] }] },
}

/** Another value at a path such as `spec.replicas`. */
function withField(manifest: Manifest, path: string, value: unknown): Manifest {
  const copy = structuredClone(manifest)
  const names = path.split('.')
  const holder = names.slice(0, -1).reduce((it, name) => it[name] as Values, copy as Values)
  holder[names.at(-1)!] = value
  return copy
}

describe('the Helm chart', () => {
  it('makes what Kubernetes and KEDA take, and no field that they do not know', async () => {
    const peer = { ipBlock: { cidr: '10.1.0.0/16' } }
    const variants: Values[] = [
      {},
      { seccompProfile: { install: false } },
      { networkPolicy: { clients: [peer], redis: { peers: [peer] }, postgres: { peers: [peer] } } },
      everything,
    ]
    expect(await findFaults(variants.flatMap((it) => renderChart(leastValues, it)))).toEqual([])
  })

  it('control: faults are found in every kind', async () => {
    const manifests = new Map(renderChart(leastValues).map((it) => [it.kind, it])).values().toArray()
    const misspelt = manifests.map((it) => withField(it, it.spec ? 'spec.selektor' : 'dta', {}))
    expect(await findFaults(misspelt)).toHaveLength(manifests.length)

    const deployment = find('Deployment', 'maps-gateway')
    const deep = (field: string, value: unknown) =>
      withField(deployment, `spec.template.spec.containers.0.${field}`, value)
    const wrong = [
      deep('readinessProbe.httpGet.prt', 'http'),
      deep('env', [{ value: 'nameless' }]),
      deep('resources.requests.cpu', [1]),
      withField(deployment, 'kind', 'Deploiment'),
    ]
    expect(await findFaults(wrong)).toHaveLength(wrong.length)
  })

  it('takes the values that it has, once an installation has said what it must, and no others', () => {
    const check = new Ajv().compile(JSON.parse(readChartFile('values.schema.json')) as object)
    expect(check(readValues(leastValues)), JSON.stringify(check.errors)).toBe(true)

    expect(check(readValues())).toBe(false)
    const refused: Values[] = [
      { replicas: 3 },
      { gateway: { settings: { PUBLIC_ADDRESS: 'https://maps.example.com' } } },
      { renderWorker: { scaling: { minReplica: 3 } } },
      { renderWorker: { scaling: { minReplicas: '3' } } },
      { seccompProfile: { path: '../../etc/profile.json' } },
    ]
    for (const it of refused) expect(check(readValues(leastValues, it)), JSON.stringify(it)).toBe(false)
  })

  it('sets nothing but settings of the services', () => {
    for (const [name, { shape }] of [
      ['maps-gateway', gateway],
      ['maps-render-worker', worker],
    ] as const) {
      const set = podOf(name, everything).containers[0]!.env!.map((it) => it.name.replace(/_FILE$/, ''))
      expect(
        set.filter((it) => !Object.hasOwn(shape, it)),
        name,
      ).toEqual([])
    }
  })

  it('gives services a bucket, traces and a page of the queue where they are wanted, with what is secret as files', () => {
    const environment = (name: string, given?: Values) =>
      Object.fromEntries(podOf(name, given).containers[0]!.env!.map((it) => [it.name, it.value]))
    for (const name of ['maps-gateway', 'maps-render-worker']) {
      expect(environment(name, everything), name).toMatchObject({
        BUCKET_URL: 'https://s3.example.com/maps',
        BUCKET_SECRET_ACCESS_KEY_FILE: '/run/secrets/maps/bucket-secret-access-key',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      })
      expect(Object.keys(environment(name)).filter((it) => /BUCKET|OTEL|QUEUE/.test(it))).toEqual([])
    }
    expect(environment('maps-gateway', everything)).toHaveProperty('QUEUE_PAGE_PASSWORD_FILE')
    const files = podOf('maps-render-worker', everything).volumes![0]!.secret!.items!.map((it) => it.key)
    expect(files).toContain('bucket-secret-access-key')
    for (const policy of ['maps-gateway', 'maps-render-worker']) {
      const { spec } = find('NetworkPolicy', policy, renderChart(leastValues, everything))
      expect(JSON.stringify(spec)).toContain('10.9.0.0/16')
    }
  })

  it('gives a pod more time to stop than its service takes', () => {
    for (const name of ['gateway', 'render-worker']) {
      const main = readFileSync(new URL(`../../services/${name}/main.ts`, import.meta.url), 'utf8')
      const deadlineMs = Number(/STOP_DEADLINE_MS = ([\d_]+)/.exec(main)![1]!.replace('_', ''))
      expect(podOf(`maps-${name}`).terminationGracePeriodSeconds! * 1_000, name).toBeGreaterThan(deadlineMs)
    }
  })

  it('runs every container without root, without rights to gain, and on files that nobody can change', () => {
    for (const name of ['maps-gateway', 'maps-render-worker']) {
      const { securityContext, containers, automountServiceAccountToken } = podOf(name)
      expect({ securityContext, automountServiceAccountToken }).toMatchObject({
        securityContext: { runAsNonRoot: true },
        automountServiceAccountToken: false,
      })
      expect(containers[0]!.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  })

  it("puts Chromium's own profile where its workers look for it", () => {
    const profile = readFileSync(new URL('../../infra/compose/chromium-seccomp.json', import.meta.url), 'utf8')
    expect(find('ConfigMap', 'maps-seccomp-profile')['data']).toEqual({ 'chromium.json': profile })
    const { localhostProfile } = podOf('maps-render-worker').securityContext!.seccompProfile!
    expect(JSON.stringify(find('DaemonSet', 'maps-seccomp-profile'))).toContain(`/seccomp/${localhostProfile}"`)
  })

  it('gives workers no address of the database and no way to it', () => {
    expect(JSON.stringify(find('Deployment', 'maps-render-worker'))).not.toMatch(/database/i)
    const ports = (policy: string) => JSON.stringify(find('NetworkPolicy', policy)['spec']).match(/"port":\w+/g)
    expect(ports('maps-render-worker')).not.toContain('"port":5432')
    expect(ports('maps-gateway')).toContain('"port":5432')
  })

  it('lets a full queue ask for as many workers as there may be', () => {
    const { scaling } = readValues()['renderWorker'] as { scaling: Record<string, number> }
    expect(scaling['maxReplicas']).toBe(MAX_WAITING / scaling['backlogPerWorker']!)
  })
})
