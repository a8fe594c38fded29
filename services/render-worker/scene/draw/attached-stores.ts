import { type MapEdge, type MapNode, positionOf } from '@maps/shared/map'
import type { LeavingEdges } from '@maps/shared/view/view'
import type { Appearance } from './appearance.ts'

/** Minimum number of services of a map whose stores are attached. */
const MIN_SERVICES = 25

/**
 * Finds the stores with a single connection, in a large map that sets no position.
 *
 * @param appearances of the nodes, in their order
 * @param leaving further connections, to services that the map does not show, by id
 * @returns ids of their owners, the services at the other end, by the id of the store; an owner has further connections
 */
export function attachedStoresOf(
  { nodes, edges }: { nodes: readonly MapNode[]; edges: readonly MapEdge[] },
  appearances: readonly Pick<Appearance, 'role'>[],
  leaving: ReadonlyMap<string, LeavingEdges> = new Map(),
): Map<string, string> {
  if (nodes.length < MIN_SERVICES || nodes.some(positionOf)) return new Map()
  const others = new Map<string, string[]>(nodes.map((it) => [it.id, []]))
  for (const { source, target } of edges) {
    others.get(source)?.push(target)
    others.get(target)?.push(source)
  }
  const isLeaf = ({ id }: MapNode, index: number): boolean =>
    appearances[index]!.role === 'store' && others.get(id)!.length === 1 && !leaving.has(id)
  const leaves = nodes.filter(isLeaf).map(({ id }): [string, string] => [id, others.get(id)![0]!])
  return new Map(leaves.filter(([, owner]) => (others.get(owner)?.length ?? 0) > 1))
}
