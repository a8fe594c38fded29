import { type Fields, isRecord } from '../map-file.ts'
import type { Labels } from './labels.ts'

/** An object of Kubernetes. */
export interface Manifest {
  kind: string
  name: string
  /** Undefined if it does not say its own: the command that applies it chooses one. */
  namespace: string | undefined
  /** The namespace, as a label. */
  labels: Labels
  /** Whether another object has made it, as a Deployment makes pods. */
  isOwned: boolean
  spec: Fields
  /** Values of a config map. */
  data: Fields
}

/** The kinds that run containers for as long as they exist. */
const workloadKinds: ReadonlySet<unknown> = new Set(['Deployment', 'StatefulSet', 'DaemonSet'])

/** The manifests in a document: one, or the items of a list. Items of a list of one kind, such as a DeploymentList of the API server, have no kind of their own. */
export function manifestsIn(document: unknown): Manifest[] {
  const items = at(document, 'items')
  if (!Array.isArray(items)) return manifestOf(document, undefined)
  const [, kindOfItems] = /^(.+)List$/.exec(String(at(document, 'kind'))) ?? []
  return items.flatMap((it: unknown) => manifestOf(it, kindOfItems))
}

function manifestOf(document: unknown, kindOfList: string | undefined): Manifest[] {
  const kind = at(document, 'kind') ?? kindOfList
  const name = at(document, 'metadata', 'name')
  // An empty one is none, as for kubectl.
  const namespace = at(document, 'metadata', 'namespace') || undefined
  if (typeof kind !== 'string' || typeof name !== 'string') return []
  if (namespace !== undefined && typeof namespace !== 'string') return []
  const isOwned = Array.isArray(at(document, 'metadata', 'ownerReferences'))
  const labels = new Map([['namespace', namespace]])
  return [
    { kind, name, namespace, labels, isOwned, spec: fieldsIn(document, 'spec'), data: fieldsIn(document, 'data') },
  ]
}

/** Whether a manifest runs containers for as long as it exists. */
export function isWorkload({ kind }: Manifest): boolean {
  return workloadKinds.has(kind)
}

/** Whether a manifest runs containers, but is no workload of these kinds, nor of one. */
export function isOtherWorkload(manifest: Manifest): boolean {
  const { spec, isOwned } = manifest
  const pods = [at(spec, 'template', 'spec'), at(spec, 'jobTemplate', 'spec', 'template', 'spec'), spec]
  return !isWorkload(manifest) && !isOwned && pods.some((it) => Array.isArray(at(it, 'containers')))
}

/** The workloads whose pods a Service selects, or else itself. */
export function manifestsBehind(service: Manifest, workloads: readonly Manifest[]): Manifest[] {
  const { selector } = service.spec
  const wanted = isRecord(selector) ? Object.entries(selector) : []
  const isWanted = ({ spec }: Manifest): boolean => {
    const labels = at(spec, 'template', 'metadata', 'labels')
    return wanted.length > 0 && isRecord(labels) && wanted.every(([name, value]) => labels[name] === value)
  }
  const selected = reachedFrom(service.namespace, workloads.filter(isWanted))
  return selected.length > 0 ? selected : [service]
}

/** Objects by name: there may be one in each namespace. */
export type ByName<Item> = ReadonlyMap<string, readonly Item[]>

/** Groups objects by their names. */
export function byName<Item extends Pick<Manifest, 'name'>>(items: readonly Item[]): ByName<Item> {
  const groups = new Map<string, Item[]>()
  for (const it of items) {
    const group = groups.get(it.name)
    if (group) group.push(it)
    else groups.set(it.name, [it])
  }
  return groups
}

/** Returns the items that a name means in a namespace: those of that namespace, or else those that may be in it. */
export function reachedFrom<Item extends Pick<Manifest, 'namespace'>>(
  namespace: string | undefined,
  items: readonly Item[],
): Item[] {
  const own = items.filter((it) => it.namespace === namespace)
  if (own.length > 0) return own
  return items.filter((it) => it.namespace === undefined || namespace === undefined)
}

/** Names a manifest with its kind, as in "Deployment web". */
export function titleOf({ kind, name }: Manifest): string {
  return `${kind} ${name}`
}

/** The field at a path of objects; undefined if there is none. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((part, field) => (isRecord(part) ? part[field] : undefined), value)
}

function fieldsIn(value: unknown, field: string): Fields {
  const fields = at(value, field)
  return isRecord(fields) ? fields : {}
}
