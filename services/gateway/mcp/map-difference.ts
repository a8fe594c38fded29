import { isDeepStrictEqual } from 'node:util'
import type { MapEdge, MapNode } from '@maps/shared/map'
import type { MapContent } from './map-view.ts'
import type { SpendLength } from './size-limit.ts'

/** A field that differs. `from` or `to` is missing if the field is not set on that side. */
interface FieldChange {
  field: string
  from?: unknown
  to?: unknown
}

interface ListDifference<Element, Key> {
  added: Element[]
  removed: Element[]
  changed: (Key & { changes: FieldChange[] })[]
}

/** The elements added, removed and changed from one map to another. */
export interface MapDifference {
  nodes: ListDifference<MapNode, Pick<MapNode, 'id'>>
  edges: ListDifference<MapEdge, Pick<MapEdge, 'source' | 'target'>>
}

/**
 * Compares two maps. Nodes are matched by id; edges by their ends, and edges with the same ends by their order.
 * @param spend called with a part of the length of each difference, so that it can end the comparison
 */
export function differenceOf(from: MapContent, to: MapContent, spend: SpendLength): MapDifference {
  return {
    nodes: compare(from.nodes, to.nodes, ({ id }) => ({ id }), spend),
    edges: compare(from.edges, to.edges, ({ source, target }) => ({ source, target }), spend),
  }
}

function compare<Element extends object, Key extends object>(
  from: readonly Element[],
  to: readonly Element[],
  keyOf: (element: Element) => Key,
  spend: SpendLength,
): ListDifference<Element, Key> {
  const before = Map.groupBy(from, (it) => JSON.stringify(keyOf(it)))
  const after = Map.groupBy(to, (it) => JSON.stringify(keyOf(it)))
  const changed = [...after].flatMap(([key, elements]) =>
    elements.flatMap((element, index) => {
      const match = before.get(key)?.[index]
      const changes = match ? changesBetween(match, element) : []
      if (changes.length === 0) return []
      spend(key.length + JSON.stringify(changes).length)
      return [{ ...keyOf(element), changes }]
    }),
  )
  return { added: unmatched(after, before, spend), removed: unmatched(before, after, spend), changed }
}

function unmatched<Element>(
  groups: Map<string, Element[]>,
  others: Map<string, Element[]>,
  spend: SpendLength,
): Element[] {
  return [...groups].flatMap(([key, elements]) => {
    const found = elements.slice(others.get(key)?.length ?? 0)
    spend(found.length * key.length)
    return found
  })
}

function changesBetween(from: object, to: object): FieldChange[] {
  const before = new Map(Object.entries(from))
  const after = new Map(Object.entries(to))
  const fields = [...new Set([...before.keys(), ...after.keys()])]
  return fields
    .filter((field) => !isDeepStrictEqual(before.get(field), after.get(field)))
    .map((field) => ({
      field,
      ...(before.has(field) && { from: before.get(field) as unknown }),
      ...(after.has(field) && { to: after.get(field) as unknown }),
    }))
}
