import type { MapChange, MapEdge, MapNode, VersionedMap } from '../typescript/index.ts'

/** Describes the change of a map, as in "2 services added, 1 changed; 1 connection removed". */
export function describeChange(current: VersionedMap | undefined, change: MapChange): string {
  const nodes = compare<MapNode>(current?.nodes ?? [], change.nodes, (it) => it.id)
  const edges = compare<MapEdge>(current?.edges ?? [], change.edges, ({ source, target, label }) =>
    JSON.stringify([source, target, label]),
  )
  const phrases = [
    current && change.name !== undefined && change.name !== current.name ? `renamed from ${current.name}` : '',
    change.isPublic !== undefined && change.isPublic !== (current?.isPublic ?? false)
      ? `made ${change.isPublic ? 'public' : 'private'}`
      : '',
    phraseOf('service', nodes),
    phraseOf('connection', edges),
  ].filter((it) => it !== '')
  if (phrases.length > 0) return phrases.join('; ')
  return current ? 'another order' : 'no services'
}

interface Comparison {
  added: number
  changed: number
  removed: number
}

function compare<Element>(
  before: readonly Element[],
  after: readonly Element[] | undefined,
  keyOf: (element: Element) => string,
): Comparison {
  const comparison = { added: 0, changed: 0, removed: 0 }
  if (!after) return comparison
  const unmatched = new Map<string, Element[]>()
  for (const element of before) unmatched.set(keyOf(element), [...(unmatched.get(keyOf(element)) ?? []), element])
  for (const element of after) {
    const match = unmatched.get(keyOf(element))?.shift()
    if (match === undefined) comparison.added++
    else if (canonicalJson(match) !== canonicalJson(element)) comparison.changed++
  }
  comparison.removed = [...unmatched.values()].reduce((sum, it) => sum + it.length, 0)
  return comparison
}

/** JSON of an element, independent of the order of its fields. */
function canonicalJson(element: unknown): string {
  return JSON.stringify(Object.entries(element as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function phraseOf(kind: string, comparison: Comparison): string {
  const nonZero = Object.entries(comparison).filter(([, count]) => count > 0)
  return nonZero
    .map(([verb, count], index) => `${count}${index === 0 ? ` ${plural(kind, count)}` : ''} ${verb}`)
    .join(', ')
}

function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`
}
