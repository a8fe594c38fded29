import type { MapContent, MapEdge, MapNode } from '@maps/shared/map'
import { NoRoom } from '../http/held-bytes.ts'
import { getVersion } from '../maps/revisions.ts'
import { elementBytes, type StoredMap } from '../store/stored-map.ts'
import type { ToolContext } from './tool.ts'

/**
 * Bytes in memory for each byte of a map that a tool works on. Measured on Node 24.21, 2026-11-28: the content of a map of some MiB takes 1.2, and 2.0 if
 * each text has an emoji.
 */
const HELD_PER_BYTE = 2
/** Bytes to make room for before the size of the map is known. */
const FIRST_ROOM = 128 * 1024
/** How often a map is read: once to learn its size, and again if it has grown meanwhile. */
const MAX_TRIES = 4

/**
 * Reads a map as it was at a version, by default as it is. The tool holds it until it has its result. There is room for it before its texts leave the
 * database: those of ten large maps at a time would fill the heap.
 * @throws as `getVersion` does
 */
export async function readMap(context: ToolContext, id: string, version?: number): Promise<StoredMap> {
  let bytes = FIRST_ROOM
  for (let tries = 1; ; tries++) {
    const release = await context.holdInTime(HELD_PER_BYTE * bytes)
    context.keep(release)
    try {
      const map = await getVersion({ ...context, room: () => bytes }, id, version)
      release(HELD_PER_BYTE * elementBytes(map))
      return map
    } catch (error) {
      release()
      if (!(error instanceof NoRoom) || error.neededBytes === undefined || tries === MAX_TRIES) throw error
      bytes = error.neededBytes
    }
  }
}

/** Parses the nodes and edges of a stored map, which were checked when it was stored, and forgets their texts, so that the tool holds only the content. */
export function takeContent(map: StoredMap): MapContent {
  const { nodes, edges } = map
  map.nodes = ''
  map.edges = ''
  return { nodes: JSON.parse(nodes) as MapNode[], edges: JSON.parse(edges) as MapEdge[] }
}
