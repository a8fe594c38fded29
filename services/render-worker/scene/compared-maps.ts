import { diffMaps, type MapDiff } from '@maps/shared/diff/map-diff'
import { mergeMaps, withNewIds } from '@maps/shared/diff/merged-map'
import { type ArchitectureMap, type MapEdge, type MapNode, positionOf } from '@maps/shared/map'
import { oneLine } from '@maps/shared/text'
import type { Changes } from './draw/marks.ts'
import { type Pin, renamePin } from './layout/pin.ts'

/** Two maps to draw as one. */
export interface ComparedMaps {
  /** The newer map, with what was removed from the older one. */
  map: ArchitectureMap
  /** The older map, with the newer ids of its services: its layout is that of the picture. */
  base: ArchitectureMap
  /** The pinned layout, with the newer ids of its services. */
  pin: Pin | undefined
  diff: MapDiff
  changes: Changes
  /** The services of the older map as they were, by their newer ids. */
  earlier: ReadonlyMap<string, MapNode>
}

/**
 * Compares two maps, for a picture of both. A service stands where the newer map, or else the older one, sets its position.
 * @param pin the pinned layout of the older map
 */
export function compareMaps(from: ArchitectureMap, to: ArchitectureMap, pin?: Pin): ComparedMaps {
  const diff = diffMaps(from, to)
  const { nodes, edges, marks, newIds } = mergeMaps({ to, diff })
  const before = new Map(from.nodes.map((it) => [newIds.get(it.id) ?? it.id, it]))
  const labels = earlierLabels(diff)
  const drawnEdges = edges.map((it) => still(it, labels.get(it)))
  const keys = [...nodes.map((it) => it.id), ...drawnEdges]
  return {
    map: { ...to, nodes: nodes.map((it) => positioned(it, before.get(it.id))), edges: drawnEdges },
    base: {
      ...from,
      nodes: [...before].map(([id, it]) => ({ ...it, id })),
      edges: from.edges.map((it) => withNewIds(it, newIds)),
    },
    pin: pin && renamePin(pin, newIds),
    diff,
    changes: new Map(
      [...nodes, ...edges].flatMap((it, index) => {
        const mark = marks.get(it)
        return mark ? [[keys[index]!, mark] as const] : []
      }),
    ),
    earlier: before,
  }
}

/** The labels that edges had, of those whose label changed. */
function earlierLabels({ edges }: MapDiff): Map<MapEdge, string> {
  return new Map(
    edges.changed.flatMap(({ edge, changes }) => {
      const change = changes.find((it) => it.field === 'label')
      return change ? [[edge, oneLine(typeof change.from === 'string' ? change.from : '')] as const] : []
    }),
  )
}

/** An edge without a moving dot, and with the label that it had. */
function still(edge: MapEdge, earlierLabel = ''): MapEdge {
  const label = earlierLabel === '' ? edge.label : `${edge.label ?? ''} (was ${earlierLabel})`
  return { ...edge, ...(label !== undefined && { label }), animated: false }
}

/** The node at its own position, or else at that which it had. */
function positioned(node: MapNode, before: MapNode | undefined): MapNode {
  return { ...node, ...(positionOf(node) ?? (before && positionOf(before))) }
}
