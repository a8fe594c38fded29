import { z } from 'zod'
import { defineFormat, exportedAs, flag, textLimits, wholeNumberText } from './format.ts'
import { exampleMarkdown } from './markdown.ts'
import { refuseLoneDepth, viewOptions } from './view-options.ts'

/** Smallest number of tokens for the parts that each guide has. */
const MIN_TOKENS = 500
const MAX_TOKENS = 50_000

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
  options: z
    .strictObject({
      compact: flag.default(false).describe('Under 150 lines, saying what was left out'),
      costs: flag.default(true).describe('What services cost; false for a repository that others can read'),
      maxTokens: wholeNumberText(MIN_TOKENS, MAX_TOKENS)
        .exactOptional()
        .describe(
          'Tokens that the file may have, by estimate: services near the focus first, then those with most connections; the rest is counted. Default: no limit',
        ),
      ...viewOptions,
    })
    .check(refuseLoneDepth)
    .refine((it) => it.maxTokens === undefined || !it.compact, {
      path: ['maxTokens'],
      message: 'must not be given together with compact',
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
