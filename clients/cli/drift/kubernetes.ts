import { hostsIn } from '../import/compose/hosts.ts'
import { LeftOutList, phrasesOf } from '../import/left-out.ts'
import { isRecord } from '../map-file.ts'
import { type LabelFilter, refuseSeveral, selectByLabels } from './labels.ts'
import {
  environmentOf,
  isOtherWorkload,
  isWorkload,
  type Manifest,
  manifestsIn,
  selects,
  titleOf,
  type Variable,
} from './manifest.ts'
import type { Observation } from './observation.ts'

/** Whether a value is a manifest of Kubernetes. */
export function isManifest(value: unknown): boolean {
  return isRecord(value) && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string'
}

/** Services by the hosts that lead to them, each host with its namespace. */
type Hosts = ReadonlyMap<string, readonly string[]>
/** Stands for the namespace in a second host of each Service that does not say its own. */
const ANY_NAMESPACE = '*'

/**
 * Reads Deployments, StatefulSets and DaemonSets, and connections to those that environment values name as hosts: by the name of a Service that
 * selects them. A Service without them is a service of its own. Of where values are from, config maps in the file are read, and Secrets are not.
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
  const isOfCluster = ({ name, namespace }: Manifest): boolean => name === 'kubernetes' && namespace === 'default'
  const services = manifests.filter((it) => it.kind === 'Service' && !isOfCluster(it))
  const targets = new Map(services.map((it) => [it, workloads.filter((workload) => selects(it, workload))]))
  const seen = [...workloads, ...services.filter((it) => targets.get(it)!.length === 0)]
  const nameOf = namesOf(source, seen, filters)
  const hosts = new Map(
    services.flatMap((it) => {
      const selected = targets.get(it)!
      const names = (selected.length > 0 ? selected : [it]).map(nameOf)
      const namespaces = it.isPlaced ? [it.namespace] : [it.namespace, ANY_NAMESPACE]
      return namespaces.map((namespace) => [`${it.name}.${namespace}`, names] as const)
    }),
  )
  const configMaps = new Map(
    manifests.filter((it) => it.kind === 'ConfigMap').map((it) => [`${it.name}.${it.namespace}`, it]),
  )
  const leftOut = new LeftOutList()
  for (const it of manifests.filter(isOtherWorkload)) leftOut.add('otherWorkloads', titleOf(it))
  const connections = workloads.flatMap((workload) => {
    const servers = serversOf(environmentOf(workload, configMaps, leftOut), workload.namespace, hosts)
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
  for (const { name, namespace } of manifests) namespaces.set(name, (namespaces.get(name) ?? new Set()).add(namespace))
  const isChosen = filters.some((it) => it.name === 'namespace')
  if (!isChosen) for (const it of namespaces.values()) refuseSeveral(source, 'namespace', [...it])
  return ({ name, namespace }) => (namespaces.get(name)!.size > 1 ? `${name}.${namespace}` : name)
}

/** The services that are hosts in the environment of a workload. */
function serversOf(environment: readonly Variable[], namespace: string, hosts: Hosts): Set<string> {
  const names = environment.flatMap(([name, value]) => (typeof value === 'string' ? hostsIn(name, value) : []))
  return new Set(names.flatMap((it) => servicesAt(it, namespace, hosts)))
}

/** The services at a host: https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/. A pod of a StatefulSet has its own name before it. */
function servicesAt(host: string, namespace: string, hosts: Hosts): readonly string[] {
  const found = [host, host.replace(/^[^.]*-\d+\./, '')].map((it) => {
    const [service = '', space = namespace, svc = 'svc'] = it.split('.')
    return svc === 'svc' ? (hosts.get(`${service}.${space}`) ?? hosts.get(`${service}.${ANY_NAMESPACE}`)) : undefined
  })
  return found[0] ?? found[1] ?? []
}
