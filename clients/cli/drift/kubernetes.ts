import { LeftOutList, phrasesOf } from '../import/left-out.ts'
import { isRecord } from '../map-file.ts'
import { type LabelFilter, refuseSeveral, selectByLabels } from './labels.ts'
import {
  type ByName,
  byName,
  isOtherWorkload,
  isWorkload,
  type Manifest,
  manifestsBehind,
  manifestsIn,
  reachedFrom,
  titleOf,
} from './manifest.ts'
import type { Observation } from './observation.ts'
import { hostsOfPods } from './pod-hosts.ts'

/** Whether a value is a manifest of Kubernetes. */
export function isManifest(value: unknown): boolean {
  return isRecord(value) && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string'
}

/** A Service of Kubernetes, and what its host leads to. */
interface Backend extends Pick<Manifest, 'name' | 'namespace'> {
  manifests: Manifest[]
}

/**
 * Reads Deployments, StatefulSets and DaemonSets, and connections to those that their containers name as hosts: by the name of a Service that
 * selects them. A Service without them is a service of its own. An object without a namespace may be in any.
 * @throws Failure if a name is in several namespaces, and no filter chooses these
 */
export function readManifests(
  source: string,
  documents: readonly unknown[],
  filters: readonly LabelFilter[],
): Observation {
  const manifests = selectByLabels(source, documents.flatMap(manifestsIn), filters)
  const workloads = manifests.filter(isWorkload)
  // The API server has one in each cluster.
  const isOfCluster = ({ name, namespace = 'default' }: Manifest): boolean =>
    name === 'kubernetes' && namespace === 'default'
  const services = manifests.filter((it) => it.kind === 'Service' && !isOfCluster(it))
  const backends = services.map((it) => {
    return { name: it.name, namespace: it.namespace, manifests: manifestsBehind(it, workloads) }
  })
  const seen = [...new Set([...workloads, ...backends.flatMap((it) => it.manifests)])]
  const nameOf = namesOf(source, seen, filters)
  const hosts = byName(backends)
  const namespaces = new Set(manifests.map((it) => (it.kind === 'Namespace' ? it.name : it.namespace)))
  const configMaps = byName(manifests.filter((it) => it.kind === 'ConfigMap'))
  const leftOut = new LeftOutList()
  for (const it of manifests.filter(isOtherWorkload)) leftOut.add('otherWorkloads', titleOf(it))
  const connections = workloads.flatMap((workload) => {
    const hostNames = hostsOfPods(workload, configMaps, leftOut)
    const reached = hostNames.flatMap((it) => manifestsAt(it, workload.namespace, { hosts, namespaces }))
    const servers = new Set(reached.map(nameOf))
    const evidence = { place: titleOf(workload) }
    return Array.from(servers, (server) => ({ client: nameOf(workload), server, evidence }))
  })
  return {
    services: seen.map((it) => ({ name: nameOf(it), evidence: { place: titleOf(it) } })),
    connections,
    leftOut: phrasesOf(leftOut.toList()),
  }
}

/** Names manifests; those with the same name in several namespaces as "web.prod". @throws Failure for such names, if no filter chooses namespaces */
function namesOf(
  source: string,
  manifests: readonly Manifest[],
  filters: readonly LabelFilter[],
): (manifest: Manifest) => string {
  const namespaces = new Map<string, Set<string>>()
  for (const { name, namespace } of manifests)
    if (namespace !== undefined) namespaces.set(name, (namespaces.get(name) ?? new Set()).add(namespace))
  const isChosen = filters.some((it) => it.name === 'namespace')
  if (!isChosen) for (const it of namespaces.values()) refuseSeveral(source, 'namespace', [...it])
  return ({ name, namespace }) => {
    const isOneOfSeveral = namespace !== undefined && namespaces.get(name)!.size > 1
    return isOneOfSeveral ? `${name}.${namespace}` : name
  }
}

/**
 * The manifests at a host: https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/. A pod of a StatefulSet has its own name before
 * it. Without `svc`, what is after the name is a namespace only if the file has it: `grafana.com` is a host of the world.
 */
function manifestsAt(
  host: string,
  namespace: string | undefined,
  { hosts, namespaces }: { hosts: ByName<Backend>; namespaces: ReadonlySet<string | undefined> },
): Manifest[] {
  for (const it of [host, host.replace(/^[^.]*-\d+\./, '')]) {
    const [service = '', space = namespace, svc] = it.split('.')
    const isOfCluster = svc === undefined ? space === namespace || namespaces.has(space) : svc === 'svc'
    const reached = isOfCluster ? reachedFrom(space, hosts.get(service) ?? []) : []
    if (reached.length > 0) return reached.flatMap(({ manifests }) => manifests)
  }
  return []
}
