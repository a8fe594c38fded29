import { monthlyCosts } from '@maps/shared/costs'
import { InvalidRequest } from '@maps/shared/errors'
import { type MapContent, type MapNode, mapSchema, nodeSchema, shortNodeFields } from '@maps/shared/map'
import { currencies } from '@maps/shared/map-values'
import { unknownId } from '@maps/shared/view/nearest-ids'
import { z } from 'zod'
import type { StoredMap } from '../store/stored-map.ts'
import { sanitizeText } from './sanitize.ts'
import { inBrief } from './tool-schema.ts'

/** Schema of a `MapOverview`. */
export const mapHeadSchema = z.strictObject({
  ...mapSchema.pick({ id: true, name: true, isPublic: true, updatedAt: true }).shape,
  isPublic: inBrief(mapSchema.shape.isPublic),
  version: z.int().describe('For edit_map and delete_map'),
  shareUrl: z.url().optional(),
  nodeCount: z.int(),
  edgeCount: z.int(),
  costs: inBrief(z.array(z.strictObject({ currency: z.enum(currencies), monthly: z.number() })), 'By currency'),
})
/** A map without its nodes and edges, as every tool returns it: name, version, counts and costs. */
export type MapOverview = z.infer<typeof mapHeadSchema>

/** Creates the head of a map: see `MapOverview`. */
export function overviewOf(
  map: StoredMap,
  { nodes, edges }: MapContent,
  shareUrl: (shareId: string) => string,
): MapOverview {
  const { id, name, isPublic, updatedAt, version, shareId } = map
  return {
    id,
    name,
    isPublic,
    updatedAt: updatedAt.toISOString(),
    version,
    ...(shareId && { shareUrl: shareUrl(shareId) }),
    nodeCount: nodes.length,
    edgeCount: edges.length,
    costs: [...monthlyCosts(nodes)].map(([currency, monthly]) => ({ currency, monthly })),
  }
}

/** Schema of a short node. */
const shortNodeSchema = nodeSchema.pick(shortNodeFields).strip()

/** Shortens a node: see `shortNodeSchema`. */
export function shortNode(node: MapNode): z.infer<typeof shortNodeSchema> {
  return shortNodeSchema.parse(node)
}

/** Finds the nodes with the most edges, in descending order. */
export function mostConnected({ nodes, edges }: MapContent, count: number): MapNode[] {
  const connections = new Map<string, number>()
  for (const id of edges.flatMap((it) => [it.source, it.target])) connections.set(id, (connections.get(id) ?? 0) + 1)
  return nodes.toSorted((a, b) => (connections.get(b.id) ?? 0) - (connections.get(a.id) ?? 0)).slice(0, count)
}

/** Node ids by their visible form, which `sanitizeText` makes for agents: several if they differ only in characters that agents do not see. */
export type IdsByVisibleForm = ReadonlyMap<string, readonly string[]>

/** Maps visible forms to ids, so that an agent can use the ids that it sees. */
export function idsByVisibleForm({ nodes, edges }: MapContent): IdsByVisibleForm {
  const ids = new Set([...nodes.map((it) => it.id), ...edges.flatMap((it) => [it.source, it.target])])
  return Map.groupBy(ids, sanitizeText)
}

/**
 * Returns the visible form of an id, but an id that the map has with characters that cannot be seen as it is.
 * @param field input field with the id
 * @throws InvalidRequest if several ids look like it
 */
export function idOrForm(text: string, idsByForm: IdsByVisibleForm, field: string): string {
  const form = sanitizeText(text)
  const alike = idsByForm.get(form) ?? []
  if (alike.includes(text) && text !== form) return text
  if (alike.length > 1) {
    const problem = `must be one id: ${alike.length} look like ${JSON.stringify(form)}, and differ in characters that cannot be seen`
    throw new InvalidRequest('The input does not fit the map.', {
      [field]: `${problem}; the REST API has them as they are`,
    })
  }
  return form
}

/** Maps ids to nodes, in their order. */
export function nodesById(nodes: readonly MapNode[]): Map<string, MapNode> {
  return new Map(nodes.map((it) => [it.id, it]))
}

/**
 * Finds the id of a node by the exact id or its visible form.
 * @param field input field with the id
 * @throws InvalidRequest that suggests similar ids
 */
export function findNodeId(
  nodes: ReadonlyMap<string, MapNode>,
  idsByForm: IdsByVisibleForm,
  id: string,
  field: string,
): string {
  const form = idOrForm(id, idsByForm, field)
  const found = [id, form, ...(idsByForm.get(form) ?? [])].find((it) => nodes.has(it))
  if (found !== undefined) return found
  throw new InvalidRequest('The input does not fit the map.', {
    [field]: unknownId(id, [...nodes.values()]),
  })
}
