import { isRecord } from '../map-file.ts'
import type { LeftOutList } from '../import/left-out.ts'
import type { Labels } from './labels.ts'

type Fields = Readonly<Record<string, unknown>>

/** An object of Kubernetes. */
export interface Manifest {
  kind: string
  name: string
  namespace: string
  /** Whether it says its namespace itself. Else the command that applies it chooses one. */
  isPlaced: boolean
  /** The namespace, as a label. */
  labels: Labels
  /** Whether another object has made it, as a Deployment makes pods. */
  isOwned: boolean
  spec: Fields
  /** Values of a config map. */
  data: Fields
}

/** Config maps by name and namespace, as "shop.default". */
export type ConfigMaps = ReadonlyMap<string, Manifest>
/** A variable in the environment of a container. */
export type Variable = [name: string, value: unknown]

/** The kinds that run containers for as long as they exist. */
const workloadKinds: ReadonlySet<unknown> = new Set(['Deployment', 'StatefulSet', 'DaemonSet'])

/** The manifests in a document: one, or the items of a list, as kubectl prints it. */
export function manifestsIn(document: unknown): Manifest[] {
  const items = at(document, 'items')
  return (Array.isArray(items) ? items : [document]).flatMap((item: unknown): Manifest[] => {
    const [kind, name, ownNamespace] = [
      at(item, 'kind'),
      at(item, 'metadata', 'name'),
      at(item, 'metadata', 'namespace'),
    ]
    const namespace = ownNamespace ?? 'default'
    const isPlaced = ownNamespace !== undefined
    if (typeof kind !== 'string' || typeof name !== 'string' || typeof namespace !== 'string') return []
    const isOwned = Array.isArray(at(item, 'metadata', 'ownerReferences'))
    const labels = new Map([['namespace', namespace]])
    const [spec, data] = [fieldsIn(item, 'spec'), fieldsIn(item, 'data')]
    return [{ kind, name, namespace, isPlaced, labels, isOwned, spec, data }]
  })
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

/** Whether a Service selects the pods of a workload. */
export function selects(service: Manifest, workload: Manifest): boolean {
  const { selector } = service.spec
  const labels = at(workload.spec, 'template', 'metadata', 'labels')
  const wanted = isRecord(selector) ? Object.entries(selector) : []
  return (
    service.namespace === workload.namespace &&
    wanted.length > 0 &&
    wanted.every(([name, value]) => isRecord(labels) && labels[name] === value)
  )
}

/** The variables of a workload, with those of config maps. @param leftOut gets the config maps that are not in the file, and the Secrets */
export function environmentOf({ spec, namespace }: Manifest, configMaps: ConfigMaps, leftOut: LeftOutList): Variable[] {
  const readConfigMap = (reference: unknown): Fields => {
    const name = at(reference, 'name')
    if (typeof name !== 'string') return {}
    const found = configMaps.get(`${name}.${namespace}`)
    if (!found) leftOut.add('variableSources', `ConfigMap ${name}`)
    return found?.data ?? {}
  }
  const skipSecret = (reference: unknown): void => {
    const name = at(reference, 'name')
    if (typeof name === 'string') leftOut.add('variableSources', `Secret ${name}`)
  }
  const containers = ['initContainers', 'containers'].flatMap((it) => listOf(at(spec, 'template', 'spec', it)))
  return containers.flatMap(({ envFrom, env }) => {
    const shared = listOf(envFrom).flatMap(({ configMapRef, secretRef }) => {
      skipSecret(secretRef)
      return Object.entries(readConfigMap(configMapRef))
    })
    const own = listOf(env).map(({ name, value, valueFrom }): Variable => {
      const reference = at(valueFrom, 'configMapKeyRef')
      skipSecret(at(valueFrom, 'secretKeyRef'))
      return [String(name), value ?? readConfigMap(reference)[String(at(reference, 'key'))]]
    })
    return [...new Map([...shared, ...own])]
  })
}

/** Names a manifest with its kind, as in "Deployment web". */
export function titleOf({ kind, name }: Manifest): string {
  return `${kind} ${name}`
}

function fieldsIn(value: unknown, field: string): Fields {
  const fields = at(value, field)
  return isRecord(fields) ? fields : {}
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((part, field) => (isRecord(part) ? part[field] : undefined), value)
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
