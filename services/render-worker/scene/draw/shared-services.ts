import type { MapContent, MapEdge } from '@maps/shared/map'
import { serviceName } from '@maps/shared/text'
import type { Icon } from './display-list.ts'

/** A call of a shared service, which is a mark on the card of its caller. */
export interface Call {
  name: string
  icon: Icon | undefined
}

/** The shared services of a map, whose edges are not drawn. */
export interface SharedServices {
  /** Number of other services that call a shared service, by its id. */
  callers: ReadonlyMap<string, number>
  /** Calls of shared services, by the id of the caller. */
  calls: ReadonlyMap<string, readonly Call[]>
  /** The other edges. */
  edges: readonly MapEdge[]
}

/**
 * Finds the services that `least` others or more call, and that call none themselves.
 *
 * @param icons icons in the order of the nodes
 */
export function sharedServicesOf(
  { nodes, edges }: MapContent,
  icons: readonly (Icon | undefined)[],
  least = Infinity,
): SharedServices {
  const between = edges.filter((it) => it.source !== it.target)
  const calling = new Set(between.flatMap((it) => (it.arrow === 'both' ? [it.source, it.target] : [it.source])))
  const sources = Map.groupBy(between, (it) => it.target)
  const callers = new Map<string, number>()
  const calls = new Map<string, Call[]>()
  for (const [index, node] of nodes.entries()) {
    const own = new Set(sources.get(node.id)?.map((it) => it.source))
    if (calling.has(node.id) || own.size < least) continue
    callers.set(node.id, own.size)
    for (const id of own) calls.set(id, [...(calls.get(id) ?? []), { name: serviceName(node), icon: icons[index] }])
  }
  const isDrawn = ({ source, target }: MapEdge): boolean => source === target || !callers.has(target)
  return { callers, calls, edges: edges.filter(isDrawn) }
}
