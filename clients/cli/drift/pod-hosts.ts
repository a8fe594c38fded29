import { hostsIn, hostsInWords } from '../import/compose/hosts.ts'
import type { LeftOutList } from '../import/left-out.ts'
import { maySet } from '../import/mounts.ts'
import { type Fields, isRecord, recordsIn } from '../map-file.ts'
import { at, type ByName, type Manifest, reachedFrom } from './manifest.ts'

/** Values of variables; undefined for one of a Secret, which has been told. */
type Variables = ReadonlyMap<string, string | undefined>

/** Matches "$(NAME)", and "$$", which stands for "$": https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/ */
const REFERENCE = /\$(?:\$|\(([\w.-]+)\))/g

/**
 * Finds the hosts in the environment, the commands and the arguments of a workload's containers. Config maps are read where variables are from.
 * @param leftOut gets what is not read: config maps that are not in the file, Secrets, what is mounted, and variables without a value
 */
export function hostsOfPods(workload: Manifest, configMaps: ByName<Manifest>, leftOut: LeftOutList): string[] {
  const pod = at(workload.spec, 'template', 'spec')
  for (const it of recordsIn(at(pod, 'volumes'))) skipMounted(it, leftOut)
  const containers = ['initContainers', 'containers'].flatMap((it) => recordsIn(at(pod, it)))
  const readConfigMap = (reference: unknown): Fields => {
    const name = at(reference, 'name')
    if (typeof name !== 'string') return {}
    const [found] = reachedFrom(workload.namespace, configMaps.get(name) ?? [])
    if (!found) leftOut.add('settingSources', `ConfigMap ${name}`)
    return found?.data ?? {}
  }
  return containers.flatMap((container) => {
    const variables = variablesOf(workload, container, readConfigMap, leftOut)
    const words = ['command', 'args'].flatMap((field) => wordsIn(container[field]))
    const declared = new Set(recordsIn(container['env']).map((it) => it['name']))
    const unset = (name: string): void => {
      // In a script, `$(date)` is a command.
      if (declared.has(name)) leftOut.add('unsetVariables', name)
    }
    return [
      ...Array.from(variables, ([name, value = '']) => hostsIn(name, value)).flat(),
      ...hostsInWords(words.map((it) => expand(it, variables, unset))),
    ]
  })
}

/** The variables of a container. One of its own may name those before it. */
function variablesOf(
  { name: workload, namespace }: Manifest,
  { envFrom, env }: Fields,
  readConfigMap: (reference: unknown) => Fields,
  leftOut: LeftOutList,
): Variables {
  const variables = new Map<string, string | undefined>()
  const unset = (name: string): void => leftOut.add('unsetVariables', name)
  // A pod has a name of its own, as the first one of a StatefulSet has, and reaches itself at its address.
  const podFields = new Map([
    ['metadata.namespace', namespace],
    ['metadata.name', `${workload}-0`],
    ['status.podIP', 'localhost'],
  ])
  for (const { configMapRef, secretRef, prefix } of recordsIn(envFrom)) {
    skip('Secret', at(secretRef, 'name'), leftOut)
    for (const [name, value] of Object.entries(readConfigMap(configMapRef)))
      variables.set((textOf(prefix) ?? '') + name, textOf(value))
  }
  for (const { name, value, valueFrom } of recordsIn(env)) {
    const reference = at(valueFrom, 'configMapKeyRef')
    const secret = at(valueFrom, 'secretKeyRef')
    skip('Secret', at(secret, 'name'), leftOut)
    const text =
      typeof value === 'string'
        ? expand(value, variables, unset)
        : (podFields.get(String(at(valueFrom, 'fieldRef', 'fieldPath'))) ??
          textOf(readConfigMap(reference)[String(at(reference, 'key'))]))
    if (text === undefined && secret === undefined) variables.delete(String(name))
    else variables.set(String(name), text)
  }
  return variables
}

/** Replaces references to variables. Those to none stay, as in Kubernetes. */
function expand(text: string, variables: Variables, unset: (name: string) => void): string {
  return text.replaceAll(REFERENCE, (reference, name: string | undefined) => {
    if (name === undefined) return '$'
    if (!variables.has(name)) unset(name)
    return variables.get(name) ?? reference
  })
}

/** Tells of what a volume has besides data: files may have hosts in any form. */
function skipMounted({ name, configMap, secret, projected, csi, hostPath }: Fields, leftOut: LeftOutList): void {
  skip('ConfigMap', at(configMap, 'name'), leftOut)
  skip('Secret', at(secret, 'secretName'), leftOut)
  // Volumes of a driver that only this pod has are for secrets and the like. Those for data are claimed.
  if (isRecord(csi)) skip('volume', name, leftOut)
  const path = at(hostPath, 'path')
  const kind = textOf(at(hostPath, 'type'))?.startsWith('File') ? 'file' : undefined
  if (typeof path === 'string' && maySet(path, path, kind)) skip('volume', name, leftOut)
  for (const source of recordsIn(at(projected, 'sources'))) {
    skip('ConfigMap', at(source['configMap'], 'name'), leftOut)
    skip('Secret', at(source['secret'], 'name'), leftOut)
  }
}

function skip(kind: string, name: unknown, leftOut: LeftOutList): void {
  if (typeof name === 'string') leftOut.add('settingSources', `${kind} ${name}`)
}

function wordsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((it) => typeof it === 'string') : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
