import { z } from 'zod'
import { isColor, MAX_COLOR_LENGTH } from './color.ts'
import { oneLine } from './text.ts'
import { arrowKinds, billingKinds, currencies, edgeDefaults, labelFonts, lineKinds } from './map-values.ts'

/** Maximum number of code points in the id of a node. */
const MAX_ID_LENGTH = 200
/** Maximum number of code points in the name of a map. */
const MAX_NAME_LENGTH = 200
const MAX_TEXT_LENGTH = 500
/** Largest version that a map can have: a change each second reaches it after 31 years. Postgres stores it as an integer. */
export const MAX_VERSION = 999_999_999
/** Maximum number of code points in the note of a change. */
export const MAX_NOTE_LENGTH = 200
/** Maximum number of code points in the label of an edge. */
export const MAX_EDGE_LABEL_LENGTH = 120
/** Smallest font size of the label of an edge, in px. */
export const MIN_LABEL_SIZE = 6
/** Largest font size of the label of an edge, in px. */
export const MAX_LABEL_SIZE = 48
/** Maximum number of nodes or edges of a map, in any plan. */
export const MAX_ELEMENTS = 10_000
const MAX_EDGES = MAX_ELEMENTS
const MAX_BILLING = 100

const color = z
  .string()
  .refine(isColor, 'must be a hex, rgb(), hsl() or named colour, such as "#3b82f6" or "tomato"')
  .meta({ id: 'Color', description: 'A hex, rgb(), hsl() or named CSS colour', maxLength: MAX_COLOR_LENGTH })

/** Schema of a service of a map. */
export const nodeSchema = z
  .strictObject({
    id: text(1, MAX_ID_LENGTH).describe('Stable node key; edges reference it'),
    label: text(0, MAX_TEXT_LENGTH).optional().describe('Display name'),
    tech: text(0, MAX_TEXT_LENGTH).optional().describe('Sub-label'),
    spend: z.number().optional().describe('Monthly cost as a plain number'),
    currency: z.enum(currencies).optional().describe('ISO 4217 code of the spend. Default: USD'),
    billing: z
      .array(z.enum(billingKinds))
      .max(MAX_BILLING, `must have at most ${MAX_BILLING} entries`)
      .optional()
      .describe('How the service is paid for'),
    x: z.number().optional().describe('Canvas x position in px'),
    y: z.number().optional().describe('Canvas y position in px'),
  })
  .meta({ id: 'Node', description: 'A service of the map. Fields that were not set do not appear' })

/** Fields of a node that tools show where they list nodes. */
export const shortNodeFields = { id: true, label: true, tech: true, spend: true, currency: true } as const
/** Fields of a node that readers of a public link must not get. */
export const privateNodeFields = { spend: true, currency: true } as const

/** Schema of a connection of a map. */
export const edgeSchema = z
  .strictObject({
    source: text(1, MAX_ID_LENGTH).describe('Start node id; it need not exist'),
    target: text(1, MAX_ID_LENGTH).describe('End node id; it need not exist'),
    line: z.enum(lineKinds).optional().describe(`Shape of the line. Default: ${edgeDefaults.line}`),
    label: text(0, MAX_EDGE_LABEL_LENGTH).optional().describe("Text at the edge's midpoint"),
    labelColor: color.optional(),
    labelSize: z
      .number()
      .min(MIN_LABEL_SIZE)
      .max(MAX_LABEL_SIZE)
      .optional()
      .describe(`Font size in px. Default: ${edgeDefaults.labelSize}`),
    labelFont: z.enum(labelFonts).optional().describe(`Font of the label. Default: ${edgeDefaults.labelFont}`),
    arrow: z.enum(arrowKinds).optional().describe(`Arrowheads. Default: ${edgeDefaults.arrow}`),
    color: color.optional(),
    dotColor: color.optional(),
    animated: z.boolean().optional().describe('Flow dot on the edge. Default: true'),
    dashed: z.boolean().optional().describe('Dashed stroke. Default: false'),
  })
  .meta({ id: 'Edge', description: 'A connection of the map. Fields that were not set do not appear' })

const name = text(1, MAX_NAME_LENGTH).refine((it) => it.trim() !== '', 'must not be blank')
const nodes = z.array(nodeSchema).check(refuseRepeatedIds)
const edges = z.array(edgeSchema).max(MAX_EDGES, `must have at most ${MAX_EDGES} edges`)
const isPublic = z.boolean().describe('Whether the map has a public share link')

/** Schema of a request to create a map. */
export const newMapSchema = z
  .strictObject({
    name,
    nodes: nodes.default([]),
    edges: edges.default([]),
    isPublic: isPublic.default(false),
  })
  .meta({ id: 'NewMap' })

/** Schema of a request to change a map: only the fields sent change. Arrays replace the stored ones. */
export const mapChangeSchema = z
  .strictObject({
    name: name.optional(),
    nodes: nodes.optional(),
    edges: edges.optional(),
    isPublic: isPublic.optional(),
  })
  .refine((it) => Object.keys(it).length > 0, 'must hold at least one of name, nodes, edges and isPublic')
  .meta({ id: 'MapChange', minProperties: 1 })

/** Schema of a map as it is stored, returned and rendered. Timestamps are ISO 8601 in UTC with milliseconds. */
export const mapSchema = z
  .strictObject({
    id: z.uuid(),
    workspaceId: z.uuid(),
    name,
    isPublic,
    nodes,
    edges,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Map' })

/** Schema of a note: why a map was made or changed, on one line. */
export const noteSchema = text(1, MAX_NOTE_LENGTH)
  .refine((it) => it === '' || oneLine(it) !== '', 'must not be blank')
  .refine((it) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(it), 'must be on one line, without control characters')

/** Names of the fields of a map, in the order of its JSON. */
export const mapFields = mapSchema.keyof().options
/** Schema of a text to search in map names. The empty text is part of every name. */
export const namePartSchema = text(0, MAX_NAME_LENGTH)

/** The name of a field of a map. */
export type MapField = (typeof mapFields)[number]
/** A service of a map. */
export type MapNode = z.infer<typeof nodeSchema>
/** A connection of a map. */
export type MapEdge = z.infer<typeof edgeSchema>
/** A checked request to create a map. */
export type NewMap = z.infer<typeof newMapSchema>
/** A checked request to change a map. */
export type MapChange = z.infer<typeof mapChangeSchema>
/** A map of an architecture. `Map` is a JavaScript class. */
export type ArchitectureMap = z.infer<typeof mapSchema>
/** The nodes and edges of a map. */
export type MapContent = Pick<ArchitectureMap, 'nodes' | 'edges'>

/** Returns the position of a node; undefined if it lacks a coordinate. */
export function positionOf({ x, y }: MapNode): { x: number; y: number } | undefined {
  return x === undefined || y === undefined ? undefined : { x, y }
}

/** Schema of a text of `min` to `max` code points that Postgres and JSON can hold: no NUL, no lone surrogate. */
function text(min: 0 | 1, max: number) {
  function problemOf(value: string): string | undefined {
    if (value.length < min) return 'must not be empty'
    // A code point is one or two code units, so a text of at most `max` units needs no count.
    if (value.length > max && codePoints(value) > max) return `must have at most ${max} characters`
    const isStorable = !value.includes('\0') && value.isWellFormed()
    return isStorable ? undefined : 'must not contain NUL or half of a surrogate pair'
  }
  const error = ({ input }: { input: unknown }): string => problemOf(input as string)!
  return z
    .string()
    .refine((it) => problemOf(it) === undefined, { error })
    .meta({ minLength: min, maxLength: max })
}

function codePoints(value: string): number {
  let count = value.length
  for (let i = 0; i < value.length - 1; i++) {
    const isHigh = (value.charCodeAt(i) & 0xfc00) === 0xd800
    if (isHigh && (value.charCodeAt(i + 1) & 0xfc00) === 0xdc00) count--
  }
  return count
}

/** Reports repeated ids. It runs even if elements are malformed, so that all problems are reported together. */
export function refuseRepeatedIds(context: z.core.ParsePayload<readonly { id: string }[]>): void {
  if (context.value.length > MAX_ELEMENTS) return
  const firstIndex = new Map<string, number>()
  for (const [index, node] of context.value.entries()) {
    const id: unknown = (node as { id?: unknown } | null)?.id
    if (typeof id !== 'string') continue
    const first = firstIndex.get(id)
    if (first === undefined) firstIndex.set(id, index)
    else {
      const message = `must be unique, but nodes[${first}] has the same id`
      context.issues.push({ code: 'custom', path: [index, 'id'], message, input: id })
    }
  }
}
