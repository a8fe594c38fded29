import type { MapChange } from '@maps/shared/map'
import { countNoun } from '@maps/shared/text'
import { z } from 'zod'
import { danglingEdgesSchema, findDanglingEdges } from './dangling-edges.ts'

/** Schema of what a client may want to know of a map that it has sent, and that is stored as it is. */
export const warningSchema = z
  .strictObject({
    kind: z.string().describe('`dangling-edges`: edges that begin or end at an id that no node has'),
    detail: z.string().describe('The same as a sentence'),
    ...danglingEdgesSchema.shape,
  })
  .meta({ id: 'Warning' })
/** What a client may want to know of a map. */
export type MapWarning = z.infer<typeof warningSchema>

/** Finds what to tell about sent nodes and edges. With only one of them it finds nothing: the other is stored as JSON text, not parsed for this. */
export function warningsOf({ nodes, edges }: MapChange): MapWarning[] {
  if (!nodes || !edges) return []
  const found = findDanglingEdges({ nodes, edges })
  if (found.count === 0) return []
  const detail = `${countNoun(found.count, 'edge')} from or to an id that no node has: add the node, or correct the id.`
  return [{ kind: 'dangling-edges', detail, ...found }]
}
