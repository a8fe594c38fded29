import type { MapNode } from '../../typescript/index.ts'
import { Failure } from '../failure.ts'

/** Ids of services of the map, by the names under which they were seen. */
export type Ids = ReadonlyMap<string, string>

/** The names of a service. */
type Named = Pick<MapNode, 'id' | 'label'>

/** Maximum number of ambiguous names in a message. */
const MAX_NAMED = 10

/**
 * Matches observed names with services of the map: by the aliases, by id, by label, then without case, spaces and the signs "-", "_" and ".".
 * What is left is matched without a port, the domain of a cluster and the word "service", if no other name has this core.
 * @throws Failure that names the ambiguous names
 */
export function matchNames(
  nodes: readonly MapNode[],
  services: readonly { name: string; label?: string | undefined }[],
  aliases: Ids,
): Ids {
  const byId = indexBy(nodes, (it) => [it.id])
  const byLabel = indexBy(nodes, (it) => [it.label])
  const byForm = indexBy(nodes, namesIn(normalise))
  const find = (name: string): ReadonlySet<string> =>
    byId.get(name) ?? byLabel.get(name) ?? byForm.get(normalise(name)) ?? new Set()
  const claims = new Map<string, Set<string>>()
  const matched = new Map<string, string>()
  const ambiguous: string[] = []
  for (const { name, label } of services) {
    const alias = aliases.get(name)
    const byName = alias === undefined ? find(name) : new Set([alias])
    const ids = byName.size > 0 || !label ? byName : find(label)
    if (ids.size > 1) ambiguous.push(`${name} may be ${[...ids].join(' or ')}`)
    for (const id of ids) {
      matched.set(name, id)
      claims.set(id, (claims.get(id) ?? new Set()).add(name))
    }
  }
  for (const [id, names] of claims) {
    if (names.size > 1 && [...names].some((it) => !aliases.has(it))) {
      ambiguous.push(`${[...names].join(' and ')} may all be ${id}`)
    }
  }
  refuseAmbiguous(ambiguous)
  const named = services.map(({ name, label }) => ({ id: name, label }))
  const nodesByCore = indexBy(nodes, namesIn(coreOf))
  const byCore = new Map<string, Set<string>>()
  for (const [core, names] of indexBy(named, namesIn(coreOf))) {
    const ids = nodesByCore.get(core) ?? new Set()
    if ([...names].some((it) => matched.has(it)) || [...ids].some((it) => claims.has(it))) continue
    if (ids.size > 1) ambiguous.push(`${[...names].join(' and ')} may be ${[...ids].join(' or ')}`)
    else for (const id of ids) byCore.set(id, new Set([...(byCore.get(id) ?? []), ...names]))
  }
  for (const [id, names] of byCore) {
    if (names.size > 1) ambiguous.push(`${[...names].join(' and ')} may all be ${id}`)
  }
  refuseAmbiguous(ambiguous)
  for (const [id, [name]] of byCore) matched.set(name!, id)
  return matched
}

/** The ids of services, by keys of their names. */
function indexBy(items: readonly Named[], keysOf: (it: Named) => (string | undefined)[]): Map<string, Set<string>> {
  const index = new Map<string, Set<string>>()
  for (const item of items) {
    for (const key of keysOf(item)) if (key) index.set(key, (index.get(key) ?? new Set()).add(item.id))
  }
  return index
}

/** A function that returns the names of a service in a form. */
function namesIn(form: (name: string) => string): (it: Named) => string[] {
  return ({ id, label = '' }) => [form(id), form(label)]
}

function coreOf(name: string): string {
  const host = name.replace(/:\d+$/, '').replace(/\.[\w-]+\.svc(?:\.cluster\.local)?$/, '')
  return normalise(host).replace(/(?<=.)(?:service|svc)$/, '')
}

function normalise(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[-_.\s]+/g, '')
}

function refuseAmbiguous(sentences: readonly string[]): void {
  if (sentences.length === 0) return
  const lines = [...sentences.slice(0, MAX_NAMED), ...(sentences.length > MAX_NAMED ? ['…'] : [])]
  throw new Failure(`Names are ambiguous. Say in the file of --alias which service each is:\n  ${lines.join('\n  ')}`)
}
