import type { ArchitectureMap } from '@maps/shared/map'
import { type MapView, viewOf, viewQuery } from '@maps/shared/view/view'

/**
 * Returns the part of a map that the options of a file select, with what the file says about it; the map itself without such an option.
 * @param options in the form of a query string, checked
 * @throws InvalidRequest for an id or a prefix that no service has
 */
export function partOfMap(
  map: ArchitectureMap,
  options: Readonly<Record<string, string>>,
): { map: ArchitectureMap; view?: MapView } {
  const view = viewOf(map, { ...viewQuery.parse(options), isFocusStart: 'maxTokens' in options })
  return view ? { map: { ...map, nodes: view.nodes, edges: view.edges }, view } : { map }
}
