import type { ArchitectureMap, MapNode } from '@maps/shared/map'
import { oneLine } from '@maps/shared/one-line'
import { labelOf } from './map-words.ts'
import { shownText } from './syntax-tree.ts'

/** Bytes of markdown that the names in one section about edges may take; shorter names are used where they would take more. */
export const MAX_NAME_BYTES = 2 * 1024 * 1024

/** One end of an edge: a service of the map, or an id that none has. */
export interface Endpoint {
  id: string
  /** Differs from the name of every other end, and holds no `→`. */
  name: string
  node: MapNode | undefined
  /** Whether the name is the service's label as it stands in the list of services. */
  isLabel: boolean
}

/** The ends of edges with the names that a file tells them by. */
export interface EndpointNames {
  /** The services in the map's order, then the other ends in the order of their first edge. */
  endpoints: readonly Endpoint[]
  /** Whether names are ids or numbers because labels would make the file too large. */
  isShortened: boolean
  nameOf(id: string): string
}

/** Candidates for a name: they may repeat, and hold anything. */
type NameKind = (end: Pick<Endpoint, 'id' | 'node'>, index: number) => string

/**
 * Names the ends of edges: by their labels, with the id in parentheses where others have the same label; by their ids, and
 * after that by their numbers, where the edges would take more bytes of markdown than this otherwise.
 */
export function nameEndpoints(
  { nodes, edges }: Pick<ArchitectureMap, 'nodes' | 'edges'>,
  maxBytes = MAX_NAME_BYTES,
): EndpointNames {
  const nodeById = new Map<string, MapNode | undefined>(nodes.map((node) => [node.id, node]))
  const uses = new Map<string, number>()
  for (const { source, target } of edges) {
    for (const id of [source, target]) {
      if (!nodeById.has(id)) nodeById.set(id, undefined)
      uses.set(id, (uses.get(id) ?? 0) + 1)
    }
  }
  const ends = Array.from(nodeById, ([id, node]) => ({ id, node }))
  const fits = (endpoints: Endpoint[]): boolean =>
    endpoints.reduce((sum, { id, name }) => sum + (uses.get(id) ?? 0) * markdownBytes(name), 0) <= maxBytes

  let endpoints = withNames(ends, byLabel)
  const isShortened = !fits(endpoints)
  if (isShortened) endpoints = withNames(ends, byId)
  if (isShortened && !fits(endpoints)) endpoints = withNames(ends, byNumber)
  const names = new Map(endpoints.map(({ id, name }) => [id, name]))
  return { endpoints, isShortened, nameOf: (id) => names.get(id)! }
}

const byLabel: NameKind = ({ id, node }) => (node ? labelOf(node) : idText(id))
const byId: NameKind = ({ id }) => idText(id)
const byNumber: NameKind = (_, index) => `service ${index + 1}`

/** An id as it is shown. */
export function idText(id: string): string {
  return oneLine(id) || 'unnamed'
}

function withNames(ends: readonly Pick<Endpoint, 'id' | 'node'>[], kind: NameKind): Endpoint[] {
  const wanted = ends.map((end, index) => nameText(kind(end, index)))
  const uses = new Map<string, number>()
  for (const name of wanted) uses.set(name, (uses.get(name) ?? 0) + 1)
  const taken = new Set(uses.keys())
  return ends.map((end, index) => {
    let name = wanted[index]!
    if (uses.get(name) !== 1) {
      name = nameText(`${name} (${idText(end.id)})`)
      if (taken.has(name)) name = byNumber(end, index)
      while (taken.has(name)) name += '#'
      taken.add(name)
    }
    return { ...end, name, isLabel: end.node !== undefined && name === shownText(labelOf(end.node)) }
  })
}

/** The arrow between the ends of an edge is the only one in its line. */
function nameText(name: string): string {
  return shownText(name.replaceAll('→', '->'))
}

/** At most this much: punctuation may be escaped, and code between backticks needs longer runs of them on both sides. */
function markdownBytes(text: string): number {
  const escapes = text.match(/[!-/:-@[-`{-~]/g)?.length ?? 0
  return Buffer.byteLength(text) + escapes + text.split('`').length - 1
}
