import { z } from 'zod'
import { edgeSchema, MAX_VERSION, nodeSchema } from '../map.ts'
import { currencies } from '../map-values.ts'
import { defineFormat, textLimits, wholeNumberText } from './format.ts'

const version = wholeNumberText(1, MAX_VERSION)
/** Options that select the two maps to compare. */
export const versionOptions = {
  from: version
    .exactOptional()
    .describe('The older version. Default: the one that is kept before `to`; with `base`, the current one of that map'),
  to: version.exactOptional().describe('The newer version. Default: the current one'),
  base: z.string().exactOptional().describe('Id of another map of the workspace, to which `from` then belongs'),
}

const changes = z.array(
  z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() }).partial().required({ field: true }),
)
/** Schema of what differs between two maps. */
export const diffSchema = z
  .strictObject({
    base: z.string().optional().describe('Id of the other map, if one was named'),
    from: z.int().describe('The older version'),
    to: z.int().describe('The newer version'),
    name: z.strictObject({ from: z.string(), to: z.string() }).optional(),
    nodes: z.strictObject({
      added: z.array(nodeSchema),
      removed: z.array(nodeSchema),
      renamed: z.array(z.strictObject({ from: z.string(), to: z.string() })).describe('Nodes that have another id'),
      changed: z.array(z.strictObject({ id: z.string(), changes })),
    }),
    edges: z.strictObject({
      added: z.array(edgeSchema),
      removed: z.array(edgeSchema),
      changed: z.array(z.strictObject({ edge: edgeSchema, changes })),
    }),
    costs: z
      .array(z.strictObject({ currency: z.enum(currencies), from: z.number(), to: z.number() }))
      .describe('Costs per month, where they differ'),
    // In another order: the fewest elements that explain it.
    moved: z.int().describe('Elements at another position or in another order'),
  })
  .meta({ id: 'Diff', description: 'What differs from one map to another. Edges follow renamed nodes' })
/** What differs between two maps, as the API tells it. */
export type Diff = z.infer<typeof diffSchema>

/** The differences of two maps, as JSON. */
export const diffJson = defineFormat({
  path: '/maps/{id}/diff',
  operationId: 'getDiff',
  planFormat: 'markdown',
  summary: 'Compare two versions of a map',
  contentType: 'application/json',
  content: z.strictObject({ diff: diffSchema }).meta({ id: 'DiffOfMaps' }),
  example: {
    diff: {
      from: 1,
      to: 2,
      name: { from: 'Web shop', to: 'Web shop 2.0' },
      nodes: { added: [], removed: [], renamed: [], changed: [] },
      edges: { added: [], removed: [], changed: [] },
      costs: [],
      moved: 0,
    },
  },
  name: { suffix: '.diff.json' },
  options: z.strictObject(versionOptions),
  compares: true,
  ...textLimits,
})

/** The differences of two maps as a sentence, a table and a Mermaid picture, for a pull request. */
export const diffMarkdown = defineFormat({
  path: '/maps/{id}/diff.md',
  operationId: 'getDiffMarkdown',
  planFormat: 'markdown',
  summary: 'Compare two versions of a map in a document',
  contentType: 'text/markdown; charset=utf-8',
  content: z.string(),
  example: 'From version 1 to version 2 of Web shop 2.0: renamed from "Web shop".\n',
  name: { suffix: '.diff.md' },
  options: z.strictObject(versionOptions),
  compares: true,
  ...textLimits,
})
