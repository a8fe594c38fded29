import { z } from 'zod'
import { defineFormat, exportedAs, flag, notWith, textLimits, wholeNumberText } from './format.ts'
import { MAX_VERSION } from '../map.ts'
import { exampleMarkdown } from './markdown.ts'
import { viewOptions, viewRules } from './view-options.ts'

/** Smallest number of tokens for the parts that each guide has. */
const MIN_TOKENS = 500
const MAX_TOKENS = 50_000

/** A version as in the ETag of a map, or its number alone. */
const version = z
  .string()
  .regex(/^v?\d{1,10}$/, 'must be a version, such as v12')
  .transform((it) => Number(it.replace('v', '')))
  .pipe(z.int().min(1).max(MAX_VERSION))
  .meta({ override: { type: 'string', pattern: '^v?[0-9]{1,10}$' }, examples: ['v12'] })

const exampleGuide = `${exampleMarkdown}
## Working rules

- What depends on a service, before you change it:
  \`grep -F -- '→ NAME' docs/architecture.md\`; what it depends on:
  \`grep -F -- '- NAME →' docs/architecture.md\`; with NAME as it is written
  there, backslashes too, and any \`'\` in it as \`'\\''\`. Only lines such as
  \`- A → B\` with this very name count: longer names are found, too.
  Over several steps: the tool \`get_map\` of the MCP server of Maps
  Service, with the view \`around\`.
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
      since: version
        .exactOptional()
        .describe('Version of the map that the agent has read: the file has only what changed since'),
      ...viewOptions,
    })
    .check(...viewRules, notWith('compact', 'since'), notWith('collapse', 'since'), notWith('maxTokens', 'compact')),
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
