import { z } from 'zod'
import { positionsSchema } from '../positions.ts'
import { defineFormat, drawingLimits } from './format.ts'

/** The positions of services in pictures. The file of a worker has two lines: the list of `nodes`, and the lines of a pin, or nothing. */
export const layout = defineFormat({
  path: '/maps/{id}/layout',
  operationId: 'getLayout',
  planFormat: 'png',
  summary: 'Fetch where pictures show the services of a map',
  contentType: 'application/json',
  content: z
    .strictObject({
      layout: z
        .strictObject({
          version: z.int().min(1).describe('The number in the ETag of the map'),
          isPinned: z.boolean().describe('Whether services keep their places when the map changes'),
          nodes: positionsSchema,
        })
        .meta({ id: 'Layout' }),
    })
    .meta({ id: 'OneLayout' }),
  example: {
    layout: {
      version: 1,
      isPinned: false,
      nodes: [
        { id: 'web', x: 0, y: 12, width: 144, height: 66 },
        { id: 'api', x: 258, y: 7, width: 152, height: 75 },
      ],
    },
  },
  name: { suffix: '.layout.json' },
  options: z.strictObject({}),
  isDrawn: true,
  hasOwnRoutes: true,
  ...drawingLimits,
})
