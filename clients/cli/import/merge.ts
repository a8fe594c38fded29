import type { ArchitectureMap, MapEdge, MapNode } from '../../typescript/index.ts'

/** What a file of another tool tells of an architecture. */
export interface Drawing {
  /** Its own name, where it has one. */
  name?: string | undefined
  nodes: MapNode[]
  edges: MapEdge[]
}

/** A map after a drawing was merged into it. */
export interface Merged extends Pick<ArchitectureMap, 'nodes' | 'edges'> {
  /** Names of services that the drawing does not have. */
  kept: string[]
}

/**
 * Brings what a drawing says into a map, whose ids, names, positions, costs and looks stay.
 * @param isPruned whether services and connections that the drawing does not have are removed
 */
export function mergeDrawing(
  current: Pick<ArchitectureMap, 'nodes' | 'edges'> | undefined,
  drawing: Drawing,
  isPruned: boolean,
): Merged {
  const known = current?.nodes ?? []
  const idOf = matchNodes(known, drawing.nodes)
  const drawn = new Map(drawing.nodes.map((it) => [idOf.get(it.id)!, it]))
  const others = known.filter((it) => !drawn.has(it.id))
  const kept = isPruned ? new Set<MapNode>() : new Set(others)
  const nodes = [
    ...known.filter((it) => drawn.has(it.id) || kept.has(it)).map((it) => mergeNode(it, drawn.get(it.id))),
    ...drawing.nodes.flatMap((it) => (known.some(({ id }) => id === idOf.get(it.id)) ? [] : [it])),
  ]
  const edges = drawing.edges.map((it) => ({ ...it, source: idOf.get(it.source)!, target: idOf.get(it.target)! }))
  return {
    nodes,
    edges: mergeEdges(current?.edges ?? [], edges, isPruned),
    kept: [...kept].map((it) => it.label ?? it.id),
  }
}

/** The id in the map of each service of a drawing: the same id, else that of the only service of its name, else its own. */
function matchNodes(known: readonly MapNode[], drawn: readonly MapNode[]): Map<string, string> {
  const taken = new Set(known.map((it) => it.id).filter((id) => drawn.some((it) => it.id === id)))
  return new Map(
    drawn.map(({ id, label }) => {
      if (taken.has(id)) return [id, id]
      const [same, another] = known.filter((it) => it.label === label && !taken.has(it.id))
      if (!same || another) return [id, id]
      taken.add(same.id)
      return [id, same.id]
    }),
  )
}

function mergeNode(known: MapNode, drawn: MapNode | undefined): MapNode {
  return drawn?.tech === undefined ? known : { ...known, tech: drawn.tech }
}

/** A connection of the drawing takes the place of one between the same two services: of the one with its label, else of any. */
function mergeEdges(known: readonly MapEdge[], drawn: readonly MapEdge[], isPruned: boolean): MapEdge[] {
  const places = new Map<MapEdge, MapEdge>()
  const added: MapEdge[] = []
  const isFree = (known: MapEdge, edge: MapEdge): boolean =>
    !places.has(known) && known.source === edge.source && known.target === edge.target
  const open = drawn.filter((edge) => {
    const same = known.find((it) => isFree(it, edge) && it.label === edge.label)
    if (same) places.set(same, same)
    return !same
  })
  for (const edge of open) {
    const same = known.find((it) => isFree(it, edge))
    if (same) places.set(same, { ...same, ...edge })
    else added.push(edge)
  }
  return [...known.flatMap((it) => places.get(it) ?? (isPruned ? [] : [it])), ...added]
}
