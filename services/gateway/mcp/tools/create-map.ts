import { MAX_EDGE_LABEL_LENGTH, newMapSchema } from '@maps/shared/map'
import { createMap } from '../../maps/workspace-maps.ts'
import { defineTool } from '../tool.ts'
import { MAX_WRITTEN_BYTES, writtenMapOf, writtenMapSchema } from '../written-map.ts'

/** The tool that stores a new map. */
export const createMapTool = defineTool({
  name: 'create_map',
  title: 'Create a map',
  description:
    'Stores a new map. Leave x and y out: the service lays the map out. Give each node a short stable id, and say in tech what it runs ' +
    'on ("PostgreSQL", "Next.js on Vercel"): its card gets that mark and colour. Labels of edges have at most ' +
    `${MAX_EDGE_LABEL_LENGTH} characters. Then look at the map with render_map.`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  input: newMapSchema,
  output: writtenMapSchema,
  async run(map, { maps, caller, setLoggedMap, shareUrl, makeAnswerRoom }) {
    await makeAnswerRoom(MAX_WRITTEN_BYTES)
    const { map: stored } = await createMap(maps, caller, map)
    setLoggedMap({ mapId: stored.id })
    return { structured: writtenMapOf(stored, map, shareUrl) }
  },
})
