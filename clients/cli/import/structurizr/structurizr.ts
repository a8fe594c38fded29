import { truncate } from '../../../../shared/text.ts'
import type { MapEdge, MapNode } from '../../../typescript/index.ts'
import type { Drawing, ImportInput } from '../drawing.ts'
import { LeftOutList } from '../left-out.ts'
import { type ModelElement, parseWorkspace, type Relationship } from './model.ts'
import { chooseNodeIds } from './node-ids.ts'

/** An element and its node in the map. The node of a component is its container's. */
interface Placed {
  element: ModelElement
  /** Id of the node in the map. */
  nodeId: string
}

/** A relationship between two nodes of the map. */
interface Connection {
  edge: MapEdge
  /** Whether it is a relationship of components. */
  isImplied: boolean
}

/** Maximum length of a connection's label, in code points. */
const MAX_EDGE_LABEL_LENGTH = 120
/** Maximum length of a service's label and technology, in code points. */
const MAX_TEXT_LENGTH = 500

/**
 * Reads the JSON of a Structurizr workspace: people, software systems, containers, custom elements and relationships. A system
 * with containers becomes a node only if it has relationships itself. Two containers without a relationship get
 * the first one between their components.
 * @throws Failure that names the source
 */
export function readStructurizr({ source, text }: Pick<ImportInput, 'source' | 'text'>): Drawing {
  const { name, elements, deploymentNodes } = parseWorkspace(source, text)
  const leftOut = new LeftOutList()
  const placed = placeElements(elements)
  const edges = edgesOf(placed, leftOut)
  const ends = new Set(edges.flatMap((it) => [it.source, it.target]))
  const isHidden = ({ element, nodeId }: Placed): boolean => isGroup(element) && !ends.has(nodeId)
  for (const { element } of placed.filter(isHidden)) leftOut.add('systems', nameOf(element))
  for (const { element } of placed.filter(isComponent)) leftOut.add('components', nameOf(element))
  for (const path of deploymentNodes) leftOut.add('deploymentNodes', path)
  const nodes = placed.filter((it) => !isComponent(it) && !isHidden(it)).map(nodeOf)
  return { name, nodes, edges, inferred: [], leftOut: leftOut.toList() }
}

/** Gives each element its node, in the order of the file. */
function placeElements(elements: readonly ModelElement[]): Placed[] {
  const nodes = elements.flatMap((it) => (it.kind === 'system' ? [it, ...it.parts] : [it]))
  const ids = chooseNodeIds(nodes)
  return nodes.flatMap((node) => {
    const nodeId = ids.get(node)!
    const components = node.kind === 'container' ? node.parts : []
    return [node, ...components].map((element) => ({ element, nodeId }))
  })
}

/** Edges of all relationships, and those of components where their containers have none. */
function edgesOf(placed: readonly Placed[], leftOut: LeftOutList): MapEdge[] {
  const edges = new Map<string, MapEdge>()
  const connected = new Set<string>()
  for (const { edge, isImplied } of connectionsOf(placed, leftOut).toSorted(
    (a, b) => Number(a.isImplied) - Number(b.isImplied),
  )) {
    const ends = JSON.stringify([edge.source, edge.target])
    if (!(isImplied && connected.has(ends))) edges.set(JSON.stringify([ends, edge.label]), edge)
    connected.add(ends)
  }
  return [...edges.values()]
}

function connectionsOf(placed: readonly Placed[], leftOut: LeftOutList): Connection[] {
  const byId = new Map(placed.map((it) => [it.element.id, it]))
  return placed.flatMap((start) =>
    start.element.relationships
      .filter((it) => it.linkedRelationshipId === undefined)
      .flatMap((it) => connectionOf(start, byId.get(it.destinationId ?? ''), it, leftOut)),
  )
}

function connectionOf(
  start: Placed,
  end: Placed | undefined,
  relationship: Relationship,
  leftOut: LeftOutList,
): Connection[] {
  const label = labelOf(relationship)
  if (end === undefined) {
    leftOut.add('missingElements', `${nameOf(start.element)} → ${relationship.destinationId ?? ''}`)
    return []
  }
  if (end.nodeId === start.nodeId) {
    leftOut.add('innerRelationships', `${nameOf(start.element)} → ${nameOf(end.element)}${label && `: ${label}`}`)
    return []
  }
  const edge = { source: start.nodeId, target: end.nodeId, ...(label && { label }) }
  return [{ edge, isImplied: isComponent(start) || isComponent(end) }]
}

function nodeOf({ element, nodeId: id }: Placed): MapNode {
  const { kind, path, technology } = element
  const tech = kind === 'person' ? 'Users' : technology && truncate(technology, MAX_TEXT_LENGTH)
  return { id, label: truncate(path.at(-1)!, MAX_TEXT_LENGTH), ...(tech && { tech }) }
}

function labelOf({ description, technology }: Relationship): string {
  return truncate(description ?? technology ?? '', MAX_EDGE_LABEL_LENGTH)
}

function nameOf({ path }: ModelElement): string {
  return path.join(' / ')
}

/** Whether an element is a system with containers. */
function isGroup({ kind, parts }: ModelElement): boolean {
  return kind === 'system' && parts.length > 0
}

function isComponent({ element }: Placed): boolean {
  return element.kind === 'component'
}
