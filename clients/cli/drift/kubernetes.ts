import { hostsIn } from '../import/compose/hosts.ts'
import { isRecord } from '../map-file.ts'
import type { Labels, LabelFilter } from './labels.ts'
import { refuseSeveral, selectByLabels } from './labels.ts'
import type { Observation } from './observation.ts'

type Fields = Readonly<Record<string, unknown>>

/** The kinds that run containers for as long as they exist. */
const workloadKinds: ReadonlySet<unknown> = new Set(['Deployment', 'StatefulSet', 'DaemonSet'])

/** A manifest that is read. */
interface Manifest {
  kind: string
  name: string
  namespace: string
  /** The namespace, as a label. */
  labels: Labels
  spec: Fields
}

/** Whether a value is a manifest of Kubernetes. */
export function isManifest(value: unknown): boolean {
  return isRecord(value) && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string'
}

/**
 * Reads Deployments, StatefulSets and DaemonSets, and connections to those that environment values name as hosts: by the name of a Service that
 * selects them. A Service without them is a service of its own. Secrets are not read.
 * @throws Failure if a name is in several namespaces
 */
export function readManifests(
  source: string,
  documents: readonly unknown[],
  filters: readonly LabelFilter[],
): Observation {
  const manifests = selectByLabels(source, documents.flatMap(manifestsIn), filters)
  const workloads = manifests.filter((it) => workloadKinds.has(it.kind))
  const hosts = new Map<string, string>()
  const found = new Map<string, Manifest>()
  for (const it of workloads) {
    const twin = found.get(it.name)
    if (twin) refuseSeveral(source, 'namespace', [...new Set([twin.namespace, it.namespace])])
    found.set(it.name, it)
  }
  for (const service of manifests.filter((it) => it.kind === 'Service')) {
    const targets = workloads.filter((it) => selects(service, it))
    if (targets.length === 0 && !found.has(service.name)) found.set(service.name, service)
    hosts.set(`${service.name}.${service.namespace}`, targets[0]?.name ?? service.name)
  }
  return {
    services: Array.from(found.values(), (it) => ({ name: it.name, evidence: evidenceOf(it) })),
    connections: workloads.flatMap((client) =>
      Array.from(serversOf(client, hosts), (server) => ({ client: client.name, server, evidence: evidenceOf(client) })),
    ),
    leftOut: [],
  }
}

/** The manifests in a document: one, or the items of a list, as kubectl prints it. */
function manifestsIn(document: unknown): Manifest[] {
  const items = at(document, 'items')
  return (Array.isArray(items) ? items : [document]).flatMap((item: unknown): Manifest[] => {
    const [kind, name, namespace = 'default'] = [
      at(item, 'kind'),
      at(item, 'metadata', 'name'),
      at(item, 'metadata', 'namespace'),
    ]
    const spec = at(item, 'spec')
    if (typeof kind !== 'string' || typeof name !== 'string' || typeof namespace !== 'string') return []
    return [{ kind, name, namespace, labels: new Map([['namespace', namespace]]), spec: isRecord(spec) ? spec : {} }]
  })
}

/** Whether a Service selects the pods of a workload. */
function selects(service: Manifest, workload: Manifest): boolean {
  const { selector } = service.spec
  const labels = at(workload.spec, 'template', 'metadata', 'labels')
  const wanted = isRecord(selector) ? Object.entries(selector) : []
  return (
    service.namespace === workload.namespace &&
    wanted.length > 0 &&
    wanted.every(([name, value]) => isRecord(labels) && labels[name] === value)
  )
}

/** The services that are hosts in the environment of a workload. */
function serversOf({ spec, namespace }: Manifest, hosts: ReadonlyMap<string, string>): Set<string> {
  const containers = ['initContainers', 'containers'].flatMap((it) => listOf(at(spec, 'template', 'spec', it)))
  const variables = containers.flatMap((it) => listOf(it['env']))
  const names = variables.flatMap(({ name, value }) =>
    typeof name === 'string' && typeof value === 'string' ? hostsIn(name, value) : [],
  )
  return new Set(
    names.flatMap((host) => {
      const [service, space = namespace] = host.replace(/\.svc(?:\.cluster\.local)?$/, '').split('.')
      return hosts.get(`${service!}.${space}`) ?? []
    }),
  )
}

function evidenceOf({ kind, name }: Manifest): { place: string } {
  return { place: `${kind} ${name}` }
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((part, field) => (isRecord(part) ? part[field] : undefined), value)
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
