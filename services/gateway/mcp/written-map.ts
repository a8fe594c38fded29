import type { MapContent } from '@maps/shared/map'
import { z } from 'zod'
import { danglingEdgesSchema, findDanglingEdges } from '../maps/dangling-edges.ts'
import type { StoredMap } from '../store/stored-map.ts'
import { mapHeadSchema, overviewOf } from './map-view.ts'
import { inBrief } from './tool-schema.ts'

/**
 * Maximum bytes of such a result: ten dangling edges with four ids of 200 emoji each, and a name, as data and as text. There has to be room for it before
 * the map is written.
 */
export const MAX_WRITTEN_BYTES = 80 * 1024

/** Schema of the result of a tool that writes a map. */
export const writtenMapSchema = z.strictObject({
  map: inBrief(mapHeadSchema, 'As in get_map'),
  danglingEdges: inBrief(
    danglingEdgesSchema,
    'Edges of the map with ends that no node has, and these ends; the first 10. A misspelt id?',
  ).optional(),
})

/** Creates the result of a tool that has written a map: its head, and its dangling edges, if there are any. */
export function writtenMapOf(
  map: StoredMap,
  content: MapContent,
  shareUrl: (shareId: string) => string,
): z.infer<typeof writtenMapSchema> {
  const danglingEdges = findDanglingEdges(content)
  return { map: overviewOf(map, content, shareUrl), ...(danglingEdges.count > 0 && { danglingEdges }) }
}
