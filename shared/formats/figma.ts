import { z } from 'zod'
import { defineFormat, drawingLimits, exportedAs } from './format.ts'
import { groupsOption } from './picture-options.ts'
import { viewOptions, viewRules } from './view-options.ts'

/** A FigJam board. */
export const figma = defineFormat({
  ...exportedAs('figma'),
  summary: 'Export a map as a FigJam board for our importer',
  contentType: 'application/json',
  content: z.looseObject({}),
  example: { name: 'Web shop', editorType: 'figjam', document: { id: '0:0', name: 'Document', type: 'DOCUMENT' } },
  name: { suffix: '.figma.json' },
  options: z.strictObject({ groups: groupsOption, ...viewOptions }).check(...viewRules),
  isDrawn: true,
  ...drawingLimits,
})
