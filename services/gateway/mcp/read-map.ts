import type { MapEdge, MapNode } from '@maps/shared/map'
import { MAX_MAP_BYTES } from '../http/body.ts'
import { NoRoom } from '../http/held-bytes.ts'
import { getVersion } from '../maps/revisions.ts'
import { elementBytes, type StoredMap } from '../store/stored-map.ts'
import type { MapContent } from './map-view.ts'
import type { ToolContext } from './tool.ts'

/**
 * Bytes in memory for each byte of a map that a tool works on. Measured on Node 24.21, 2026-11-28: the content of a map of some MiB takes 1.2, and 2.0 if
 * each text has an emoji.
 */
const HELD_PER_BYTE = 2
/** Bytes to make room for, one after the other, until the map fits. Small clients have room for small maps while large ones fill the ledger. */
const ROOMS = [MAX_MAP_BYTES / 64, MAX_MAP_BYTES / 8, MAX_MAP_BYTES]

/**
 * Reads a map as it was at a version, by default as it is. The tool holds it until it has its result. There is room for it before its texts leave the
 * database: those of ten large maps at a time would fill the heap.
 * @throws as `getVersion` does
 */
export async function readMap(context: ToolContext, id: string, version?: number): Promise<StoredMap> {
  for (const bytes of ROOMS) {
    const release = await context.holdInTime(HELD_PER_BYTE * bytes)
    context.keep(release)
    try {
      const map = await getVersion({ ...context, room: () => bytes }, id, version)
      release(HELD_PER_BYTE * elementBytes(map))
      return map
    } catch (error) {
      release()
      if (!(error instanceof NoRoom)) throw error
    }
  }
  throw new NoRoom()
}

/** Parses the nodes and edges of a stored map, which were checked when it was stored, and forgets their texts, so that the tool holds only the content. */
export function takeContent(map: StoredMap): MapContent {
  const { nodes, edges } = map
  map.nodes = ''
  map.edges = ''
  return { nodes: JSON.parse(nodes) as MapNode[], edges: JSON.parse(edges) as MapEdge[] }
}
