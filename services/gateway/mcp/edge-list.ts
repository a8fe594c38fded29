import type { MapEdge } from '@maps/shared/map'

/** The edges of a map under change: see `createEdgeList`. */
export type EdgeList = ReturnType<typeof createEdgeList>

/** The edges between two nodes. */
interface EdgesBetween {
  count: number
  at(index: number): number | undefined
}

/**
 * Creates a list of edges that is changed in place, and that finds edges by their ends, or by one of them, without a search. An edge has a
 * position of its own; positions ascend in the order of the map.
 */
export function createEdgeList(initial: readonly MapEdge[]) {
  const edges = new Map<number, MapEdge>()
  const byEnds = new Map<string, number[]>()
  const byNode = new Map<string, Set<number>>()
  let nextPosition = 0

  function add(edge: MapEdge): void {
    const position = nextPosition++
    edges.set(position, edge)
    const key = endsKey(edge.source, edge.target)
    const sameEnds = byEnds.get(key)
    if (sameEnds) sameEnds.push(position)
    else byEnds.set(key, [position])
    for (const id of [edge.source, edge.target]) {
      const ofNode = byNode.get(id)
      if (ofNode) ofNode.add(position)
      else byNode.set(id, new Set([position]))
    }
  }

  function remove(position: number): void {
    const { source, target } = edges.get(position)!
    edges.delete(position)
    const sameEnds = byEnds.get(endsKey(source, target))!
    sameEnds.splice(sameEnds.indexOf(position), 1)
    for (const id of [source, target]) byNode.get(id)!.delete(position)
  }

  for (const edge of initial) add(edge)
  return {
    add,
    remove,
    get: (position: number): MapEdge => edges.get(position)!,
    /** Puts an edge with the same ends in the place of another. */
    replace: (position: number, edge: MapEdge): void => void edges.set(position, edge),
    /** Removes the edges that begin or end at a node. */
    removeAllOf(id: string): void {
      for (const position of byNode.get(id) ?? []) remove(position)
    },
    /** The edges from one of these nodes to one of those: their number, and the position of each by its index in the order of the map. */
    between(sources: readonly string[], targets: readonly string[]): EdgesBetween {
      const keys = sources.flatMap((source) => targets.map((target) => endsKey(source, target)))
      const lists = keys.flatMap((key) => [byEnds.get(key) ?? []]).filter((it) => it.length > 0)
      const count = lists.reduce((sum, it) => sum + it.length, 0)
      return { count, at: (index) => (index < count ? numberAt(lists, index) : undefined) }
    },
    toArray: (): MapEdge[] => [...edges.values()],
  }
}

/** The ends of an edge as one text. No id contains NUL. */
function endsKey(source: string, target: string): string {
  return `${source}\0${target}`
}

/** Returns the number at an index of ascending lists, as if they were merged. No operation merges them, since each may have all edges of the map. */
function numberAt(lists: readonly (readonly number[])[], index: number): number {
  let low = 0
  let high = Math.max(...lists.map((it) => it.at(-1)!))
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const count = lists.reduce((sum, it) => sum + countUpTo(it, middle), 0)
    if (count > index) high = middle
    else low = middle + 1
  }
  return low
}

/** Counts the numbers of an ascending list up to a maximum. */
function countUpTo(list: readonly number[], max: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (list[middle]! > max) high = middle
    else low = middle + 1
  }
  return low
}
