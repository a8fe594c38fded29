import { z } from 'zod'
import { defineFormat, drawingLimits } from './format.ts'

/** A drawing to edit in Excalidraw. */
export const excalidraw = defineFormat({
  path: '/maps/{id}/picture.excalidraw',
  operationId: 'getExcalidrawPicture',
  planFormat: 'png',
  summary: 'Fetch a map as a drawing for Excalidraw',
  contentType: 'application/vnd.excalidraw+json',
  content: z.looseObject({}),
  example: { type: 'excalidraw', version: 2, source: 'Maps Service' },
  name: { suffix: '.excalidraw' },
  options: z.strictObject({}),
  isDrawn: true,
  ...drawingLimits,
})
