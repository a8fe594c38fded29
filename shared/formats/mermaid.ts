import { z } from 'zod'
import { defineFormat, textLimits } from './format.ts'

/** A flowchart for pages that draw Mermaid, such as Markdown on GitHub. */
export const mermaid = defineFormat({
  path: '/maps/{id}/diagram.mmd',
  operationId: 'getMermaidDiagram',
  planFormat: 'png',
  summary: 'Fetch a map as a Mermaid flowchart',
  contentType: 'application/vnd.mermaid; charset=utf-8',
  content: z.string(),
  example: '---\ntitle: "Web shop"\n---\nflowchart LR\n  n0["Storefront<br>Next.js"]\n',
  name: { suffix: '.mmd' },
  options: z.strictObject({}),
  ...textLimits,
})
