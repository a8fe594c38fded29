import { newMapSchema } from '@maps/shared/map'
import { z } from 'zod'
import { createMap } from '../../maps/workspace-maps.ts'
import { overviewOf, mapHeadSchema } from '../map-view.ts'
import { defineTool } from '../tool.ts'

/** The tool that stores a new map. */
export const createMapTool = defineTool({
  name: 'create_map',
  title: 'Create a map',
  description:
    'Stores a new map. Leave x and y out: the service lays the map out. Give each node a short stable id, and say in tech what it runs ' +
    'on ("PostgreSQL", "Next.js on Vercel"): cards get the mark and colour of it. Look at the map with render_map afterwards.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  input: newMapSchema,
  output: z.strictObject({ map: mapHeadSchema }),
  async run(map, { maps, caller, setLoggedMap, shareUrl }) {
    const { map: stored } = await createMap(maps, caller, map)
    setLoggedMap({ mapId: stored.id })
    return { structured: { map: overviewOf(stored, map, shareUrl) } }
  },
})
