import type { MapEdge } from '@maps/shared/map'
import type { IdsByVisibleForm } from './map-view.ts'
import { sanitizeText } from './sanitize.ts'

/** The edges of a map under change: see `createEdgeList`. */
export type EdgeList = ReturnType<typeof createEdgeList>

type Ends = Pick<MapEdge, 'source' | 'target'>

/**
 * Creates a list of edges that is changed in place, and that finds edges by their ends, or by one of them, without a search. An edge has a
 * position of its own; positions ascend in the order of the map.
 */
export function createEdgeList(initial: readonly MapEdge[], idsByForm: IdsByVisibleForm) {
  const edges = new Map<number, MapEdge>()
  const byEnds = new Map<string, number[]>()
  const byNode = new Map<string, Set<number>>()
  const forms = new Map([...idsByForm].flatMap(([form, ids]) => ids.map((it) => [it, form])))
  let nextPosition = 0

  const formOf = (id: string): string => forms.get(id) ?? sanitizeText(id)
  /** The visible forms of both ends as one text. No form contains NUL. */
  const keyOf = ({ source, target }: Ends): string => `${formOf(source)}\0${formOf(target)}`

  function add(edge: MapEdge): void {
    const position = nextPosition++
    edges.set(position, edge)
    const key = keyOf(edge)
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
    const edge = edges.get(position)!
    edges.delete(position)
    const sameEnds = byEnds.get(keyOf(edge))!
    sameEnds.splice(sameEnds.indexOf(position), 1)
    for (const id of [edge.source, edge.target]) byNode.get(id)!.delete(position)
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
    /** The positions of the edges between these ends, in the order of the map. A visible form stands for all ids that look like it. */
    between(ends: Ends): readonly number[] {
      const alike = byEnds.get(keyOf(ends)) ?? []
      const hidden = (['source', 'target'] as const).filter((it) => formOf(ends[it]) !== ends[it])
      if (hidden.length === 0) return alike
      return alike.filter((position) => hidden.every((it) => edges.get(position)![it] === ends[it]))
    },
    toArray: (): MapEdge[] => [...edges.values()],
  }
}
