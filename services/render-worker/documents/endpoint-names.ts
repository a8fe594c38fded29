import type { MapContent, MapNode } from '@maps/shared/map'
import { serviceName } from '@maps/shared/text'
import { shownText } from '@maps/shared/documents/syntax-tree'
import { countConnections } from './compact-map.ts'

/** Maximum bytes of Markdown for the names in a section about edges. Beyond it, shorter names are used. */
export const MAX_NAME_BYTES = 2 * 1024 * 1024

/** An endpoint of edges: a service of the map, or an id without a service. */
export interface Endpoint {
  id: string
  /** Unique name; in Markdown without `→`. */
  name: string
  node: MapNode | undefined
  /** Whether the name is the label in the list of services. */
  isLabel: boolean
}

/** The endpoints of a map's edges with their names in a file. */
export interface EndpointNames {
  /** The services in the map's order, then the other endpoints in the order of their first edge. */
  endpoints: readonly Endpoint[]
  /** Whether names are ids or numbers, since labels would make the file too large. */
  isShortened: boolean
  nameOf(id: string): string
}

/** Chooses the name of an endpoint, before it is made unique. */
type NameKind = (end: Pick<Endpoint, 'id' | 'node'>, index: number) => string

/**
 * Names the endpoints of edges by their labels, with the id in parentheses if a label is not unique. If the names in the
 * edges would exceed `maxBytes` of Markdown, they are ids, or else numbers.
 * @param write writes a name for the file; by default for Markdown, without arrows
 */
export function nameEndpoints(
  { nodes, edges }: MapContent,
  { maxBytes = MAX_NAME_BYTES, write = withoutArrows } = {},
): EndpointNames {
  const nodeById = new Map<string, MapNode | undefined>(nodes.map((node) => [node.id, node]))
  const uses = countConnections(edges)
  for (const id of uses.keys()) if (!nodeById.has(id)) nodeById.set(id, undefined)
  const unnamed = Array.from(nodeById, ([id, node]) => ({ id, node }))
  const fits = (endpoints: Endpoint[]): boolean =>
    endpoints.reduce((sum, { id, name }) => sum + (uses.get(id) ?? 0) * markdownBytes(name), 0) <= maxBytes

  let endpoints = withNames(unnamed, byLabel, write)
  const isShortened = !fits(endpoints)
  if (isShortened) endpoints = withNames(unnamed, byId, write)
  if (isShortened && !fits(endpoints)) endpoints = withNames(unnamed, byNumber, write)
  const names = new Map(endpoints.map(({ id, name }) => [id, name]))
  return { endpoints, isShortened, nameOf: (id) => names.get(id)! }
}

const byLabel: NameKind = ({ id, node }) => serviceName(node ?? { id })
const byId: NameKind = ({ id }) => serviceName({ id })
const byNumber: NameKind = (_, index) => `service ${index + 1}`

function withNames(
  unnamed: readonly Pick<Endpoint, 'id' | 'node'>[],
  kind: NameKind,
  write: (name: string) => string,
): Endpoint[] {
  const wanted = unnamed.map((end, index) => write(kind(end, index)))
  const uses = new Map<string, number>()
  for (const name of wanted) uses.set(name, (uses.get(name) ?? 0) + 1)
  const taken = new Set(uses.keys())
  return unnamed.map((end, index) => {
    let name = wanted[index]!
    if (uses.get(name) !== 1) {
      name = write(`${name} (${serviceName({ id: end.id })})`)
      if (taken.has(name)) name = byNumber(end, index)
      while (taken.has(name)) name += '#'
      taken.add(name)
    }
    return { ...end, name, isLabel: end.node !== undefined && name === shownText(serviceName(end.node)) }
  })
}

/** Text of a name without arrows: the only arrow in a line is between the endpoints of the edge. */
function withoutArrows(name: string): string {
  return shownText(name.replaceAll('→', '->'))
}

/** Upper bound of a text's bytes in Markdown: punctuation may be escaped, and code with backticks needs longer delimiters. */
function markdownBytes(text: string): number {
  const escapes = text.match(/[!-/:-@[-`{-~]/g)?.length ?? 0
  return Buffer.byteLength(text) + escapes + text.split('`').length - 1
}
