import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { maxWaiting } from '@maps/shared/export-slots'
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { settings as gateway } from '../../services/gateway/config.ts'
import { settings as worker } from '../../services/render-worker/config.ts'
import { findErrors, type Manifest, parseManifests } from './kubernetes-schema.ts'

/** The fields of a `kustomization.yaml` that ours use. */
interface Kustomization {
  resources?: string[]
  components?: string[]
  configMapGenerator?: { name: string; literals?: string[]; files?: string[] }[]
  patches?: { patch: string }[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = globSync('infra/{kubernetes,seccomp}/**/*.yaml', { cwd: root })
const isKustomization = (file: string): boolean => file.endsWith('kustomization.yaml')
const kustomizations = new Map(files.filter(isKustomization).map((it) => [it, parse(read(it)) as Kustomization]))
const manifests = files.filter((it) => !isKustomization(it)).flatMap((it) => parseManifests(read(it)))

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function find(kind: string, name: string): Manifest {
  return manifests.find((it) => it.kind === kind && it.metadata.name === name)!
}

/** Pod template of a deployment. */
function podOf(name: string) {
  return (find('Deployment', name) as unknown as IDeployment).spec!.template.spec!
}

/** Services that read a ConfigMap, by its name. */
const readers: Record<string, { shape: Record<string, unknown> }[]> = {
  // Only for the links of alerts.
  'maps-runbook': [],
  'maps-settings': [gateway, worker],
  'maps-gateway-settings': [gateway],
  'maps-render-worker-settings': [worker],
}

describe('the Kubernetes manifests', () => {
  it('have only fields that Kubernetes and KEDA know', async () => {
    expect(await findErrors(manifests)).toEqual([])
  })

  it('ask whether a gateway is ready as Docker and load balancers do, so that reads go on while Postgres is read-only', () => {
    const { path } = podOf('maps-gateway').containers[0]!.readinessProbe!.httpGet!
    expect(path).toBe('/readyz?exclude=writes')
    for (const file of ['services/gateway/Dockerfile', 'test/compose/load-balancer.ts']) {
      expect(/\/readyz[^`]*/.exec(read(file))?.[0], file).toBe(path)
    }
  })

  it('probe whether a gateway lives where clients cannot take all connections', () => {
    const { startupProbe, livenessProbe } = podOf('maps-gateway').containers[0]!
    for (const probe of [startupProbe, livenessProbe])
      expect(probe!.httpGet).toEqual({ path: '/livez', port: 'internal' })
  })

  it('control: a misspelt field is found in every kind', async () => {
    const kinds = new Map(manifests.map((it) => [it.kind, it])).values().toArray()
    const misspelt = kinds.map((it) => ({ ...it, spec: { ...it.spec, selektor: {} } }))
    const copy = structuredClone(find('Deployment', 'maps-gateway')) as unknown as IDeployment
    Object.assign(copy.spec!.template.spec!.containers[0]!.readinessProbe!.httpGet!, { prt: 'http' })
    const all = [...misspelt, copy as unknown as Manifest, { ...kinds[0]!, kind: 'Deploiment' }]
    expect(await findErrors(all)).toHaveLength(all.length)
  })

  it('are each part of a kustomization, and each kustomization finds its files', () => {
    const named = kustomizations.entries().flatMap(([file, it]) => {
      const generated = (it.configMapGenerator ?? []).flatMap(({ files: list }) => list ?? [])
      return [...(it.resources ?? []), ...(it.components ?? []), ...generated].map((path) => join(dirname(file), path))
    })
    const used = new Set(named)
    expect([...used].filter((it) => !existsSync(join(root, it)))).toEqual([])
    expect(files.filter((it) => !isKustomization(it) && !used.has(it))).toEqual([])
  })

  it('set only settings of the services, to valid values', () => {
    const literals = [...kustomizations.values()].flatMap(({ configMapGenerator = [] }) =>
      configMapGenerator.flatMap(({ name, literals: list = [] }) => list.map((it) => [name, ...it.split(/=(.*)/)])),
    )
    expect(literals.length).toBeGreaterThan(5)
    for (const [map, setting, value] of literals) {
      for (const { shape } of readers[map!]!) {
        const schema = shape[setting!] as { safeParse(text: unknown): { success: boolean } } | undefined
        expect(schema?.safeParse(value).success, `${setting}=${value}`).toBe(true)
      }
    }
    for (const [name, { shape }] of [
      ['maps-gateway', gateway],
      ['maps-render-worker', worker],
    ] as const) {
      const set = podOf(name).containers[0]!.env!.map((it) => it.name.replace(/_FILE$/, ''))
      expect(set.filter((it) => !Object.hasOwn(shape, it))).toEqual([])
    }
    const patches = [...kustomizations.values()].flatMap((it) => (it.patches ?? []).map(({ patch }) => patch)).join()
    const patched = Array.from(patches.matchAll(/name: (\w+)_FILE/g), ([, name]) => name!)
    expect(patched).toHaveLength(3)
    expect(patched.filter((it) => !Object.hasOwn(gateway.shape, it))).toEqual([])
  })

  it('select the right pods', () => {
    const pods = manifests.map((it) => (it.spec?.['template'] as Manifest | undefined)?.metadata.labels ?? {})
    const countPods = (labels: Record<string, string>): number =>
      pods.filter((pod) => Object.entries(labels).every(([key, value]) => pod[key] === value)).length
    for (const { kind, metadata, spec = {} } of manifests) {
      const selector = spec[kind === 'NetworkPolicy' ? 'podSelector' : 'selector'] as
        Record<string, unknown> | undefined
      const labels = (selector?.['matchLabels'] ?? selector) as Record<string, string> | undefined
      if (labels) expect(countPods(labels), `${kind} ${metadata.name}`).toBe(1)
      const scaled = spec['scaleTargetRef'] as { name: string } | undefined
      if (scaled) expect(find('Deployment', scaled.name), `${kind} ${metadata.name}`).toBeDefined()
    }
  })

  it('give a pod more time to stop than its service takes', () => {
    for (const name of ['gateway', 'render-worker']) {
      const [, deadline] = /STOP_DEADLINE_MS = ([\d_]+)/.exec(read(`services/${name}/main.ts`))!
      const deadlineMs = Number(deadline!.replace('_', ''))
      expect(podOf(`maps-${name}`).terminationGracePeriodSeconds! * 1_000, name).toBeGreaterThan(deadlineMs)
    }
  })

  it('run services without root, without capabilities and on read-only files', () => {
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

  it("put Chromium's system call filter where workers look for it, the same as with Docker", () => {
    const { localhostProfile } = podOf('maps-render-worker').securityContext!.seccompProfile!
    expect(JSON.stringify(find('DaemonSet', 'maps-seccomp-profile'))).toContain(`/seccomp/${localhostProfile}"`)
    expect(read('docker-compose.yml')).toContain('seccomp=./infra/seccomp/chromium.json')
  })

  it('give workers no address of the database and no way to it', () => {
    expect(JSON.stringify(podOf('maps-render-worker'))).not.toMatch(/database/i)
    const ports = (policy: string) => JSON.stringify(find('NetworkPolicy', policy).spec).match(/"port":\w+/g)
    expect(ports('maps-render-worker')).not.toContain('"port":5432')
    expect(ports('maps-gateway')).toContain('"port":5432')
  })

  it('have the alerts of infra/prometheus, to the letter', async () => {
    const { groups } = parse(read('infra/prometheus/alerts.yml')) as { groups: unknown[] }
    const rule = {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: { name: 'maps', labels: { 'app.kubernetes.io/name': 'maps-service' } },
      spec: { groups },
    }
    const text = `# Written from infra/prometheus/alerts.yml by: npx vitest run --project house -u\n${stringify(rule)}`
    await expect(text).toMatchFileSnapshot('../../infra/kubernetes/components/monitoring/prometheus-rule.yaml')
  })

  it('have an alert for the volumes of their own namespace alone', () => {
    const { namespace } = parse(read('infra/kubernetes/base/kustomization.yaml')) as { namespace: string }
    const [, labels] = /kubelet_volume_stats_available_bytes\{(.*?)\}/.exec(read('infra/prometheus/alerts.yml'))!
    expect(labels).toContain(`namespace="${namespace}"`)
  })

  it('scrape each service under the job that alerts and dashboard know, at a port that monitoring may reach', () => {
    const { scrape_configs: scraped } = parse(read('infra/prometheus/prometheus.yml')) as {
      scrape_configs: { job_name: string }[]
    }
    const monitors = manifests.filter((it) => it.kind === 'PodMonitor')
    expect(monitors.map((it) => it.metadata.name)).toEqual(scraped.map((it) => it.job_name))
    for (const { metadata, spec } of monitors) {
      const [{ port, relabelings }] = spec!['podMetricsEndpoints'] as [{ port: string; relabelings: object[] }]
      expect(relabelings).toEqual([{ action: 'replace', targetLabel: 'job', replacement: metadata.name }])
      expect(podOf(metadata.name).containers[0]!.ports!.map((it) => it.name)).toContain(port)
      const rules = find('NetworkPolicy', metadata.name).spec!['ingress'] as { ports: { port: string }[] }[]
      const rule = rules.find((it) => it.ports.some((open) => open.port === port))
      expect(JSON.stringify(rule)).toContain('"kubernetes.io/metadata.name":"monitoring"')
    }
  })

  it('scale to the maximum of workers for a full queue of the minimum', () => {
    const { minReplicaCount, maxReplicaCount, triggers } = (
      find('ScaledObject', 'maps-render-worker') as unknown as IScaledObject
    ).spec
    const backlog = triggers.find((it) => it.metadata['valueLocation'] === 'backlog')!
    expect(maxReplicaCount).toBe(maxWaiting(minReplicaCount!) / Number(backlog.metadata['targetValue']))
  })
})
