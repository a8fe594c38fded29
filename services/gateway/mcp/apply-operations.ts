import { InvalidRequest } from '@maps/shared/errors'
import type { MapChange, MapEdge, MapNode } from '@maps/shared/map'
import type { Operation } from './operations.ts'
import { findNodeId, type IdsByVisibleForm, idsByVisibleForm, type MapContent } from './map-view.ts'

/**
 * Applies operations to a map one after the other. @returns their combined change
 * @throws InvalidRequest that names the operation that does not fit the map
 */
export function applyOperations(content: MapContent, operations: readonly Operation[]): MapChange {
  const draft: Draft = { ...content, change: {}, idsByForm: idsByVisibleForm(content) }
  for (const [index, operation] of operations.entries()) apply(draft, operation, `operations[${index}]`)
  return {
    ...draft.change,
    ...(draft.nodes !== content.nodes && { nodes: draft.nodes }),
    ...(draft.edges !== content.edges && { edges: draft.edges }),
  }
}

interface Draft extends MapContent {
  change: Pick<MapChange, 'name' | 'isPublic'>
  idsByForm: IdsByVisibleForm
}

function apply(draft: Draft, operation: Operation, place: string): void {
  switch (operation.op) {
    case 'add_node':
      return addNode(draft, operation.node, place)
    case 'set_node': {
      const id = findNodeId(draft.nodes, draft.idsByForm, operation.id, `${place}.id`)
      draft.nodes = draft.nodes.map((it) => (it.id === id ? withChanges(it, operation) : it))
      return
    }
    case 'remove_node': {
      const id = findNodeId(draft.nodes, draft.idsByForm, operation.id, `${place}.id`)
      draft.nodes = draft.nodes.filter((it) => it.id !== id)
      draft.edges = draft.edges.filter((it) => it.source !== id && it.target !== id)
      return
    }
    case 'add_edge':
      return addEdge(draft, operation.edge, place)
    case 'set_edge': {
      const edge = findEdge(draft, operation, place)
      draft.edges = draft.edges.map((it) => (it === edge ? withChanges(it, operation) : it))
      return
    }
    case 'remove_edge': {
      const edge = findEdge(draft, operation, place)
      draft.edges = draft.edges.filter((it) => it !== edge)
      return
    }
    case 'set_map': {
      const { op: _op, ...change } = operation
      draft.change = { ...draft.change, ...change }
    }
  }
}

function addNode(draft: Draft, node: MapNode, place: string): void {
  if (draft.nodes.some((it) => it.id === node.id)) {
    throw inputError(
      `${place}.node.id`,
      'must be unique, but the map has a node with this id: change that one by set_node',
    )
  }
  draft.nodes = [...draft.nodes, node]
}

/** Adds an edge between nodes of the map. The REST API accepts unknown node ids, but an agent has most likely misspelt them. */
function addEdge(draft: Draft, edge: MapEdge, place: string): void {
  const source = findNodeId(draft.nodes, draft.idsByForm, edge.source, `${place}.edge.source`)
  const target = findNodeId(draft.nodes, draft.idsByForm, edge.target, `${place}.edge.target`)
  draft.edges = [...draft.edges, { ...edge, source, target }]
}

function withChanges<Element extends object>(
  element: Element,
  { set, unset = [] }: { set?: object; unset?: readonly string[] },
): Element {
  const kept = Object.entries(element).filter(([field]) => !unset.includes(field))
  return { ...(Object.fromEntries(kept) as Element), ...set }
}

/** Finds an edge by its ends. They may be unknown node ids, since the REST API accepts such edges. */
function findEdge(
  { nodes, edges, idsByForm }: Draft,
  { source, target, index }: { source: string; target: string; index?: number },
  place: string,
): MapEdge {
  const sources = [source, idsByForm.get(source)]
  const targets = [target, idsByForm.get(target)]
  const found = edges.filter((it) => sources.includes(it.source) && targets.includes(it.target))
  if (found.length === 0) {
    findNodeId(nodes, idsByForm, source, `${place}.source`)
    findNodeId(nodes, idsByForm, target, `${place}.target`)
    throw inputError(place, 'must name an edge of the map, and none leads from its source to its target')
  }
  if (index === undefined && found.length > 1) {
    throw inputError(`${place}.index`, `is required: ${found.length} edges lead from this source to this target`)
  }
  const edge = found[index ?? 0]
  if (!edge) throw inputError(`${place}.index`, `must be at most ${found.length - 1}`)
  return edge
}

function inputError(field: string, problem: string): InvalidRequest {
  return new InvalidRequest('The input does not fit the map.', { [field]: problem })
}
