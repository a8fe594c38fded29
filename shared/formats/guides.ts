import { z } from 'zod'
import { defineFormat, exportedAs, flag, textLimits } from './format.ts'
import { exampleMarkdown } from './markdown.ts'

const exampleGuide = `${exampleMarkdown}
## Working rules

- What depends on a service, before you change it:
  \`grep -- '→ NAME$' docs/architecture.md\`; what it depends on:
  \`grep -- '^- NAME →' docs/architecture.md\`. Over several steps: the
  tool \`get_map\` of the MCP server of Maps Service, with the view \`around\`.
`

const guide = {
  contentType: 'text/markdown; charset=utf-8',
  content: z.string(),
  example: exampleGuide,
  options: z.strictObject({
    compact: flag.default(false).describe('Under 150 lines, saying what was left out'),
    costs: flag.default(true).describe('What services cost; false for a repository that others can read'),
  }),
  containsApiUrl: true,
  ...textLimits,
} as const

/** Instructions for Claude Code, which reads CLAUDE.md. */
export const claude = defineFormat({
  ...exportedAs('claude'),
  summary: 'Export a map as CLAUDE.md',
  name: { full: 'CLAUDE.md' },
  ...guide,
})

/** Instructions for other coding agents, which read AGENTS.md. */
export const agents = defineFormat({
  ...exportedAs('agents'),
  summary: 'Export a map as AGENTS.md',
  name: { full: 'AGENTS.md' },
  ...guide,
})
