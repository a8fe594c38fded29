import { z } from 'zod'
import { defineFormat, drawingLimits } from './format.ts'
import { pictureOptions } from './picture-options.ts'
import { viewOptions, viewRules } from './view-options.ts'

/** The picture of PNG, sharp at every size. */
export const svg = defineFormat({
  path: '/maps/{id}/picture.svg',
  operationId: 'getSvgPicture',
  planFormat: 'png',
  summary: 'Fetch the picture of a map as SVG',
  contentType: 'image/svg+xml',
  content: z.string(),
  example: '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="',
  // In a browser tab of its own, only inline styles and embedded fonts are allowed.
  contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox",
  name: { suffix: '.svg' },
  options: z
    .strictObject({
      theme: z
        .enum(['light', 'dark', 'auto'])
        .default('light')
        .describe('Colours of the picture; with auto, those of where it is shown'),
      ...pictureOptions,
      ...viewOptions,
    })
    .check(...viewRules),
  isAlternate: true,
  isDrawn: true,
  ...drawingLimits,
})
