import type { ArchitectureMap, MapEdge, MapNode } from '../../typescript/index.ts'
import type { Drawing } from './drawing.ts'
import { mayNameConnections } from './left-out.ts'

/** The result of merging a drawing into a map. */
export interface Merged extends Pick<ArchitectureMap, 'nodes' | 'edges'> {
  /** Names of the kept services that the drawing lacks. */
  kept: string[]
}

/**
 * Merges a drawing into a map. The map keeps its ids, names, positions, costs and styles. Inferred connections are not added.
 * @param isPruned removes the services and connections that the drawing lacks, also as inferred ones; dashed ones only where it has read all variables.
 * Several connections between the ends of a drawn one without a label may all be this one
 */
export function mergeDrawing(
  current: Pick<ArchitectureMap, 'nodes' | 'edges'> | undefined,
  drawing: Pick<Drawing, 'nodes' | 'edges' | 'inferred' | 'leftOut'>,
  isPruned: boolean,
): Merged {
  const known = current?.nodes ?? []
  const mapIds = matchNodes(known, drawing.nodes)
  const drawn = new Map(drawing.nodes.map((it) => [mapIds.get(it.id)!, it]))
  const others = known.filter((it) => !drawn.has(it.id))
  const kept = isPruned ? new Set<MapNode>() : new Set(others)
  const nodes = [
    ...known.filter((it) => drawn.has(it.id) || kept.has(it)).map((it) => mergeNode(it, drawn.get(it.id))),
    ...drawing.nodes.flatMap((it) => (known.some(({ id }) => id === mapIds.get(it.id)) ? [] : [it])),
  ]
  const inMap = (it: MapEdge): MapEdge => ({ ...it, source: mapIds.get(it.source)!, target: mapIds.get(it.target)! })
  const edges = drawing.edges.map(inMap)
  const unlabelled = [...edges.filter((it) => it.label === undefined), ...drawing.inferred.map(inMap)]
  const ids = new Set(nodes.map((it) => it.id))
  const isUnread = ({ source, target, dashed }: MapEdge): boolean =>
    dashed === true && ids.has(source) && ids.has(target) && mayNameConnections(drawing.leftOut)
  const isKept = (edge: MapEdge): boolean => !isPruned || isUnread(edge) || unlabelled.some((it) => isBetween(edge, it))
  return {
    nodes,
    edges: mergeEdges(current?.edges ?? [], edges, isKept),
    kept: [...kept].map((it) => it.label ?? it.id),
  }
}

/** Maps the ids of a drawing to ids of the map: to the same id, else to the service with the same name if both have only one, else to a new one. */
function matchNodes(known: readonly MapNode[], drawn: readonly MapNode[]): Map<string, string> {
  const taken = new Set(known.map((it) => it.id).filter((id) => drawn.some((it) => it.id === id)))
  const others = drawn.filter((it) => !taken.has(it.id)).map((it) => it.label)
  return new Map(
    drawn.map(({ id, label }) => {
      if (taken.has(id)) return [id, id]
      const [match, another] = known.filter((it) => it.label === label && !taken.has(it.id))
      if (!match || another || others.indexOf(label) !== others.lastIndexOf(label)) return [id, id]
      taken.add(match.id)
      return [id, match.id]
    }),
  )
}

function mergeNode(known: MapNode, drawn: MapNode | undefined): MapNode {
  return drawn?.tech === undefined ? known : { ...known, tech: drawn.tech }
}

/**
 * Each connection of the drawing updates one of the map between the same services, preferably with the same label, or is added.
 * @param isKept tells which connections of the map stay if the drawing lacks them
 */
function mergeEdges(
  known: readonly MapEdge[],
  drawn: readonly MapEdge[],
  isKept: (edge: MapEdge) => boolean,
): MapEdge[] {
  const replacements = new Map<MapEdge, MapEdge>()
  const added: MapEdge[] = []
  const isCandidate = (known: MapEdge, edge: MapEdge): boolean => !replacements.has(known) && isBetween(known, edge)
  const unmatched = drawn.filter((edge) => {
    const match = known.find((it) => isCandidate(it, edge) && it.label === edge.label)
    if (match) replacements.set(match, match)
    return !match
  })
  for (const edge of unmatched) {
    const match = known.find((it) => isCandidate(it, edge))
    if (match) replacements.set(match, edge.label === undefined ? match : { ...match, label: edge.label })
    else if (edge.label !== undefined || !known.some((it) => isBothWays(it) && isBetween(it, edge))) added.push(edge)
  }
  return [...known.flatMap((it) => replacements.get(it) ?? (isKept(it) ? [it] : [])), ...added]
}

/** Whether a connection of the map leads from the source to the target of a drawn one. */
function isBetween(known: MapEdge, { source, target }: MapEdge): boolean {
  if (known.source === source && known.target === target) return true
  return isBothWays(known) && known.source === target && known.target === source
}

/** Whether a connection has arrowheads at both ends, or at none. */
function isBothWays({ arrow }: MapEdge): boolean {
  return arrow === 'both' || arrow === 'none'
}
