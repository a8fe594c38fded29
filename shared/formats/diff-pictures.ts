import { z } from 'zod'
import { versionOptions } from './diffs.ts'
import { defineFormat, drawingLimits, onlyWith } from './format.ts'
import { pictureOptions } from './picture-options.ts'
import { png, widthAlone, withDefaultScale } from './png.ts'
import { svg } from './svg.ts'

const { background, icons, legend, padding, title } = pictureOptions
const shown = { background, icons, legend, padding, title }
const { scale, width, maxWidth, maxHeight, theme, height } = png.options.shape

/** The differences of two maps as a picture on one layout. */
export const diffSvg = defineFormat({
  path: '/maps/{id}/diff.svg',
  operationId: 'getDiffSvg',
  planFormat: 'png',
  summary: 'Compare two versions of a map in a picture',
  contentType: svg.contentType,
  content: z.string(),
  example: svg.example,
  contentSecurityPolicy: svg.contentSecurityPolicy,
  name: { suffix: '.diff.svg' },
  options: z.strictObject({ ...versionOptions, theme: svg.options.shape.theme, ...shown }),
  compares: true,
  isDrawn: true,
  ...drawingLimits,
})

/** The picture of the differences for slides. */
export const diffPng = defineFormat({
  path: '/maps/{id}/diff.png',
  operationId: 'getDiffPng',
  planFormat: 'png',
  summary: 'Compare two versions of a map in a picture for slides',
  contentType: png.contentType,
  content: png.content,
  headers: { 'X-Export-Scale': png.headers['X-Export-Scale'] },
  name: { suffix: '.diff.png' },
  options: z
    .strictObject({ ...versionOptions, scale, width, height, maxWidth, maxHeight, theme, ...shown })
    .refine(...widthAlone)
    .check(onlyWith('height', 'width'))
    .overwrite(withDefaultScale),
  compares: true,
  isDrawn: true,
  ...drawingLimits,
})
