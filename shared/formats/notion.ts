import { z } from 'zod'
import { defineFormat, exportedAs, notWith, textLimits, wholeNumberText } from './format.ts'

const notionId = z
  .string()
  .regex(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i, 'must be a Notion id of 32 hex digits')

/** Requests to the Notion API that make a page. */
export const notion = defineFormat({
  ...exportedAs('notion'),
  summary: 'Export a map as a page for the Notion API',
  contentType: 'application/json',
  content: z.looseObject({}),
  example: { properties: { title: { title: [{ type: 'text', text: { content: 'Web shop' } }] } } },
  headers: { Link: 'The next part, for a map that does not fit into one Notion request' },
  name: { suffix: '.notion.json' },
  options: z
    .strictObject({
      part: wholeNumberText(1, 1_000).default(1).describe('Which part of a large map; the Link header tells the next'),
      parent: notionId.exactOptional().describe('Page that the new page goes under'),
      dataSource: notionId.exactOptional().describe('Data source that the new page goes into'),
    })
    .check(notWith('parent', 'dataSource')),
  ...textLimits,
})
