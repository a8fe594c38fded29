import type { MapEdge } from '../../typescript/index.ts'
import { Failure } from '../failure.ts'
import { isRecord, parseJson } from '../map-file.ts'
import type { Drawing } from './merge.ts'

/** A person, software system, container or component. */
interface Element {
  id: string
  name: string
  technology?: string
  properties?: Record<string, string>
  relationships?: Relationship[]
  containers?: Element[]
  components?: Element[]
}

interface Relationship {
  destinationId: string
  description?: string
  technology?: string
  /** Id of the relationship that implies this one: a relationship of containers implies one of their systems. */
  linkedRelationshipId?: string
}

/** An element and its node in the map. The node of a component is its container's. */
interface Placed {
  element: Element
  /** Id of the node in the map. */
  nodeId: string
  tech?: string | undefined
  kind: 'node' | 'group' | 'part'
}

/** Maximum length of a connection's label, in code points. */
const LONGEST_LABEL = 120

/**
 * Parses the JSON of a Structurizr workspace: people, software systems, containers and relationships. A system with
 * containers becomes a node only if it has relationships itself. Two containers without a relationship get
 * the first one between their components.
 * @throws Failure that names the source
 */
export function readStructurizr(source: string, text: string): Drawing {
  const workspace = parseJson(source, text)
  if (!isRecord(workspace) || !isRecord(workspace['model'])) {
    throw new Failure(`${source} is no Structurizr workspace: it has no model.`)
  }
  const placed = placeElements(source, workspace['model'])
  const edges = edgesOf(placed)
  const ends = new Set(edges.flatMap((it) => [it.source, it.target]))
  const shown = placed.filter((it) => it.kind === 'node' || (it.kind === 'group' && ends.has(it.nodeId)))
  const nodes = shown.map(({ nodeId, element, tech }) => ({ id: nodeId, label: element.name, ...(tech && { tech }) }))
  const { name } = workspace
  return { name: typeof name === 'string' ? name : undefined, nodes, edges }
}

function placeElements(source: string, model: Record<string, unknown>): Placed[] {
  const people = readElements(source, model, 'people').map((element): Placed => {
    return { element, nodeId: stableId(element), tech: 'Users', kind: 'node' }
  })
  const systems = readElements(source, model, 'softwareSystems').flatMap((system): Placed[] => {
    const { containers = [], technology: tech } = system
    const kind = containers.length > 0 ? 'group' : 'node'
    return [
      { element: system, nodeId: stableId(system), tech, kind },
      ...containers.flatMap((it) => placeContainer(it, system)),
    ]
  })
  return [...people, ...systems]
}

function placeContainer(container: Element, system: Element): Placed[] {
  const nodeId = stableId(container, system)
  const parts = (container.components ?? []).map((element): Placed => ({ element, nodeId, kind: 'part' }))
  return [{ element: container, nodeId, tech: container.technology, kind: 'node' }, ...parts]
}

/** Structurizr identifies an element without an identifier in the DSL by a random UUID, which changes with each export. */
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** A node id that survives edits: the identifier in the DSL, else the name. Workspace ids are sequential, so an insertion changes them. */
function stableId({ name, properties = {} }: Element, parent?: Element): string {
  const { 'structurizr.dsl.identifier': identifier } = properties
  if (identifier !== undefined && !UUID.test(identifier)) return identifier
  return parent ? `${parent.name} / ${name}` : name
}

function edgesOf(placed: readonly Placed[]): MapEdge[] {
  const edges = new Map<string, MapEdge>()
  const connected = new Set<string>()
  for (const { edge, isImplied } of relationshipsOf(placed).toSorted(
    (a, b) => Number(a.isImplied) - Number(b.isImplied),
  )) {
    const ends = JSON.stringify([edge.source, edge.target])
    if (!(isImplied && connected.has(ends))) edges.set(JSON.stringify([ends, edge.label]), edge)
    connected.add(ends)
  }
  return [...edges.values()]
}

/** Relationships between different nodes of the map. `isImplied` marks the relationships of components. */
function relationshipsOf(placed: readonly Placed[]): { edge: MapEdge; isImplied: boolean }[] {
  const byId = new Map(placed.map((it) => [it.element.id, it]))
  return placed.flatMap(({ element, nodeId: source, kind }) =>
    (element.relationships ?? []).flatMap((relationship) => {
      const end = byId.get(relationship.destinationId)
      if (end === undefined || end.nodeId === source || relationship.linkedRelationshipId) return []
      const label = labelOf(relationship)
      const isImplied = kind === 'part' || end.kind === 'part'
      return [{ edge: { source, target: end.nodeId, ...(label && { label }) }, isImplied }]
    }),
  )
}

function labelOf({ description, technology }: Relationship): string {
  const points = [...(description || technology || '')]
  return points.length <= LONGEST_LABEL ? points.join('') : `${points.slice(0, LONGEST_LABEL - 1).join('')}…`
}

function readElements(source: string, parent: Record<string, unknown>, field: string): Element[] {
  const list = parent[field] ?? []
  if (!Array.isArray(list)) throw new Failure(`${source}: ${field} must be a list.`)
  return list.map((element: unknown) => {
    if (!isRecord(element) || typeof element['id'] !== 'string' || typeof element['name'] !== 'string') {
      throw new Failure(`${source}: each of ${field} must have an id and a name.`)
    }
    const containers = readElements(source, element, 'containers')
    return { ...(element as unknown as Element), containers, components: readElements(source, element, 'components') }
  })
}
