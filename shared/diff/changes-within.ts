import { type MapView, viewOf, type ViewRequest } from '../view/view.ts'
import type { Comparison } from './diff-words.ts'
import { costChanges, type MapDiff } from './map-diff.ts'
import { mergeMaps } from './merged-map.ts'

/**
 * Selects the changes of the services and connections that a view of both maps together shows, by the newer ids, and of what these services cost.
 * @param request a view that collapses nothing
 * @returns undefined without an option of a view
 * @throws InvalidRequest for an id that no service of either map has
 */
export function changesWithin(
  { from, to, diff }: Comparison,
  request: ViewRequest,
): { diff: MapDiff; view: MapView } | undefined {
  const merged = mergeMaps({ to, diff })
  const view = viewOf(merged, request)
  if (!view) return undefined
  const ids = new Set(view.nodes.map((it) => it.id))
  const edges = new Set(view.edges)
  const removedEdges = merged.edges.slice(to.edges.length)
  const isShown = ({ id }: { id: string }): boolean => ids.has(id)
  const wasShown = ({ id }: { id: string }): boolean => ids.has(merged.newIds.get(id) ?? id)
  return {
    view,
    diff: {
      ...(diff.name && { name: diff.name }),
      nodes: {
        added: diff.nodes.added.filter(isShown),
        removed: diff.nodes.removed.filter(isShown),
        renamed: diff.nodes.renamed.filter((it) => ids.has(it.to)),
        changed: diff.nodes.changed.filter(isShown),
      },
      edges: {
        added: diff.edges.added.filter((it) => edges.has(it)),
        removed: diff.edges.removed.filter((_, index) => edges.has(removedEdges[index]!)),
        changed: diff.edges.changed.filter((it) => edges.has(it.edge)),
      },
      costs: costChanges(from.nodes.filter(wasShown), to.nodes.filter(isShown)),
      // Positions and order are of the whole map.
      moved: 0,
    },
  }
}
