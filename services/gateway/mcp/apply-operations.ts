import { InvalidRequest } from '@maps/shared/errors'
import type { MapChange, MapContent, MapEdge, MapNode } from '@maps/shared/map'
import { createEdgeList, type EdgeList } from './edge-list.ts'
import type { Operation } from './operations.ts'
import { findNodeId, idOrForm, type IdsByVisibleForm, idsByVisibleForm, nodesById } from './map-view.ts'

/**
 * Applies operations to a map one after the other, in time that grows with the map and with the operations, but not with their product.
 * @param content the content of the version that the first operation restores, or else of the map
 * @returns their combined change
 * @throws InvalidRequest that names the operation that does not fit the map
 */
export function applyOperations(content: MapContent, operations: readonly Operation[]): MapChange {
  const idsByForm = idsByVisibleForm(content)
  const draft: EditedMap = {
    nodes: nodesById(content.nodes),
    edges: createEdgeList(content.edges, idsByForm),
    idsByForm,
    change: {},
    changed: new Set(),
  }
  for (const [index, operation] of operations.entries()) {
    const place = `operations[${index}]`
    if (operation.op === 'restore' && index > 0) throw inputError(`${place}.op`, 'must be the first operation')
    apply(draft, operation, place)
  }
  return {
    ...draft.change,
    ...(draft.changed.has('nodes') && { nodes: [...draft.nodes.values()] }),
    ...(draft.changed.has('edges') && { edges: draft.edges.toArray() }),
  }
}

/** A map under change. */
interface EditedMap {
  /** The nodes by id, in the order of the map. */
  nodes: Map<string, MapNode>
  edges: EdgeList
  idsByForm: IdsByVisibleForm
  change: Pick<MapChange, 'name' | 'isPublic'>
  /** The lists that an operation has changed. */
  changed: Set<'nodes' | 'edges'>
}

function apply(draft: EditedMap, operation: Operation, place: string): void {
  const { nodes, edges, idsByForm, changed } = draft
  switch (operation.op) {
    case 'add_node':
      changed.add('nodes')
      return addNode(draft, operation.node, place)
    case 'set_node': {
      changed.add('nodes')
      const id = findNodeId(nodes, idsByForm, operation.id, `${place}.id`)
      nodes.set(id, withChanges(nodes.get(id)!, operation))
      return
    }
    case 'remove_node': {
      changed.add('nodes').add('edges')
      const id = findNodeId(nodes, idsByForm, operation.id, `${place}.id`)
      nodes.delete(id)
      return edges.removeAllOf(id)
    }
    case 'add_edge':
      changed.add('edges')
      return addEdge(draft, operation.edge, place)
    case 'set_edge': {
      changed.add('edges')
      const position = findEdge(draft, operation, place)
      return edges.replace(position, withChanges(edges.get(position), operation))
    }
    case 'remove_edge':
      changed.add('edges')
      return edges.remove(findEdge(draft, operation, place))
    case 'restore':
      changed.add('nodes').add('edges')
      return
    case 'pin':
    case 'unpin':
      // No part of the map.
      return
    case 'set_map': {
      const { op: _op, ...change } = operation
      draft.change = { ...draft.change, ...change }
    }
  }
}

function addNode({ nodes }: EditedMap, node: MapNode, place: string): void {
  if (nodes.has(node.id)) {
    throw inputError(
      `${place}.node.id`,
      'must be unique, but the map has a node with this id: change that one by set_node',
    )
  }
  nodes.set(node.id, node)
}

/** Adds an edge between nodes of the map. The REST API accepts unknown node ids, but an agent has most likely misspelt them. */
function addEdge({ nodes, edges, idsByForm }: EditedMap, edge: MapEdge, place: string): void {
  const source = findNodeId(nodes, idsByForm, edge.source, `${place}.edge.source`)
  const target = findNodeId(nodes, idsByForm, edge.target, `${place}.edge.target`)
  edges.add({ ...edge, source, target })
}

function withChanges<Element extends object>(
  element: Element,
  { set, unset = [] }: { set?: object; unset?: readonly string[] },
): Element {
  const kept = Object.entries(element).filter(([field]) => !unset.includes(field))
  return { ...(Object.fromEntries(kept) as Element), ...set }
}

/** Finds the position of an edge by its ends. They may be unknown node ids, since the REST API accepts such edges. */
function findEdge(
  { nodes, edges, idsByForm }: EditedMap,
  { source, target, index }: { source: string; target: string; index?: number },
  place: string,
): number {
  const found = edges.between({
    source: idOrForm(source, idsByForm, `${place}.source`),
    target: idOrForm(target, idsByForm, `${place}.target`),
  })
  if (found.length === 0) {
    findNodeId(nodes, idsByForm, source, `${place}.source`)
    findNodeId(nodes, idsByForm, target, `${place}.target`)
    throw inputError(place, 'must name an edge of the map, and none leads from its source to its target')
  }
  if (index === undefined && found.length > 1) {
    throw inputError(`${place}.index`, `is required: ${found.length} edges lead from this source to this target`)
  }
  const position = found[index ?? 0]
  if (position === undefined) throw inputError(`${place}.index`, `must be at most ${found.length - 1}`)
  return position
}

function inputError(field: string, problem: string): InvalidRequest {
  return new InvalidRequest('The input does not fit the map.', { [field]: problem })
}
