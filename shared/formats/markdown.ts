import { z } from 'zod'
import { defineFormat, exportedAs, flag, textLimits } from './format.ts'
import { viewOptions, viewRules } from './view-options.ts'

/** The example map of the OpenAPI document as markdown. */
export const exampleMarkdown = `# Web shop

> Architecture map, exported by Maps Service.

## Services

- **Storefront** - Next.js
- **Orders API** (€1.3k)

## Dependencies

- Storefront → Orders API
`

/** A document for people. */
export const markdown = defineFormat({
  ...exportedAs('markdown'),
  summary: 'Export a map as a document',
  contentType: 'text/markdown; charset=utf-8',
  content: z.string(),
  example: exampleMarkdown,
  name: { suffix: '.md' },
  options: z
    .strictObject({
      connections: flag.default(false).describe('A table of what edges say besides which way they lead'),
      ...viewOptions,
    })
    .check(...viewRules),
  ...textLimits,
})
