import { z } from 'zod'
import { isColor } from './color.ts'

/** The formats of the interface, each a last segment of `/maps/{id}/export/`. */
export const exportFormats = ['png', 'markdown', 'claude', 'agents', 'figma', 'notion'] as const
/** A format that a map can be downloaded as. */
export type ExportFormat = (typeof exportFormats)[number]
/** All kinds of file that workers make of maps: the export formats, and SVG pictures, which have a path of their own. */
export const fileFormats = [...exportFormats, 'svg'] as const
/** A kind of file that workers make of maps. */
export type FileFormat = (typeof fileFormats)[number]

/** Keyword of the `iTXt` chunk with the map in a PNG export: the JSON that the API returns as `map`. */
export const PNG_MAP_KEYWORD = 'maps-service'

const MIN_SCALE = 1
const MAX_SCALE = 4
const DEFAULT_SCALE = 2
/** Smallest width and height of a picture, in pixels. */
const MIN_PICTURE_SIDE = 100
const MAX_PICTURE_SIDE = 8_000
/** Largest file of a picture, in bytes. A larger picture, unfit for slides, mail and browsers, gets a smaller scale. */
export const MAX_PICTURE_BYTES = 8 * 1024 ** 2
/** Smallest value of `maxBytes`: smaller pictures of large maps are illegible. */
const MIN_PICTURE_BYTES = 100_000
const MAX_PADDING = 400

const flag = z.enum(['true', 'false']).transform((it) => it === 'true')
const notionId = z
  .string()
  .regex(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i, 'must be a Notion id of 32 hex digits')

/** Length of a map's JSON, in characters, from which its export as a drawing is heavy. */
const DRAWING_HEAVY_FROM = 24 * 1_024
/** Number of edges from which a drawing is heavy, even with short JSON: 420 short edges take as long as a map several times as long. */
const DRAWING_HEAVY_FROM_EDGES = 100
const TEXT_HEAVY_FROM = 512 * 1_024

const noOptions = z.strictObject({})
const guideOptions = z.strictObject({
  compact: flag.default(false).describe('Under 150 lines, saying what was left out'),
  costs: flag.default(true).describe('What services cost; false for a repository that others can read'),
})

/** Options of PNG and SVG alike. */
const pictureOptions = {
  background: z
    .string()
    .refine(isColor, 'must be a hex, rgb(), hsl() or named colour, or transparent')
    .exactOptional()
    .describe("A colour, or transparent; the theme's own where it is not given"),
  icons: flag.default(true).describe('Whether cards show the marks of their technologies'),
  labels: z
    .enum(['own', 'sans'])
    .default('own')
    .describe('Fonts of the labels of edges: their own, or one for all, that of the small text of cards'),
  legend: flag.default(true).describe('Whether the picture says what its colours mean, where it has two or more'),
  padding: wholeNumberText(0, MAX_PADDING).default(48).describe('Space around the drawing in canvas px'),
  title: flag.default(true).describe('Whether the name of the map, what it costs and how much it holds stand above it'),
}

/** Table of the file formats: media type, file name, query parameters and limits. */
export const fileFormatTable = {
  png: {
    timeoutMs: 10_000,
    heavyFrom: DRAWING_HEAVY_FROM,
    heavyFromEdges: DRAWING_HEAVY_FROM_EDGES,
    contentType: 'image/png',
    fileSuffix: '.png',
    options: z
      .strictObject({
        scale: numberText(MIN_SCALE, MAX_SCALE)
          .exactOptional()
          .describe(`Picture pixels per canvas px; ${DEFAULT_SCALE} where neither this nor a width is given`),
        width: wholeNumberText(MIN_PICTURE_SIDE, MAX_PICTURE_SIDE)
          .exactOptional()
          .describe('Width of the picture in pixels, instead of a scale'),
        maxWidth: wholeNumberText(MIN_PICTURE_SIDE, MAX_PICTURE_SIDE)
          .exactOptional()
          .describe('Greatest width of the picture in pixels: one that would be wider gets a smaller scale'),
        maxHeight: wholeNumberText(MIN_PICTURE_SIDE, MAX_PICTURE_SIDE)
          .exactOptional()
          .describe('Greatest height of the picture in pixels, in the same way'),
        maxBytes: wholeNumberText(MIN_PICTURE_BYTES, MAX_PICTURE_BYTES)
          .exactOptional()
          .describe(
            `Greatest size of the file in bytes, in the same way: such a picture does not carry its map. ${MAX_PICTURE_BYTES} where it is not given`,
          ),
        theme: z.enum(['light', 'dark']).default('light').describe('Colours of the picture'),
        ...pictureOptions,
        height: wholeNumberText(MIN_PICTURE_SIDE, MAX_PICTURE_SIDE)
          .exactOptional()
          .describe('Height of the picture in pixels, beside its width: the drawing stands in the middle'),
      })
      .refine(
        (it) => it.width === undefined || [it.scale, it.maxWidth, it.maxHeight].every((value) => value === undefined),
        {
          path: ['width'],
          message: 'must not be given together with scale, maxWidth or maxHeight',
        },
      )
      .refine((it) => it.height === undefined || it.width !== undefined, {
        path: ['height'],
        message: 'must be given together with width',
      })
      .overwrite((it) => (it.width === undefined ? { ...it, scale: it.scale ?? DEFAULT_SCALE } : it)),
  },
  markdown: {
    timeoutMs: 5_000,
    heavyFrom: TEXT_HEAVY_FROM,
    contentType: 'text/markdown; charset=utf-8',
    fileSuffix: '.md',
    options: z.strictObject({
      connections: flag.default(false).describe('A table of what edges say besides which way they lead'),
    }),
  },
  claude: {
    timeoutMs: 5_000,
    heavyFrom: TEXT_HEAVY_FROM,
    contentType: 'text/markdown; charset=utf-8',
    fileName: 'CLAUDE.md',
    options: guideOptions,
    containsApiUrl: true,
  },
  agents: {
    timeoutMs: 5_000,
    heavyFrom: TEXT_HEAVY_FROM,
    contentType: 'text/markdown; charset=utf-8',
    fileName: 'AGENTS.md',
    options: guideOptions,
    containsApiUrl: true,
  },
  figma: {
    timeoutMs: 10_000,
    heavyFrom: DRAWING_HEAVY_FROM,
    heavyFromEdges: DRAWING_HEAVY_FROM_EDGES,
    contentType: 'application/json',
    fileSuffix: '.figma.json',
    options: noOptions,
  },
  notion: {
    timeoutMs: 5_000,
    heavyFrom: TEXT_HEAVY_FROM,
    contentType: 'application/json',
    fileSuffix: '.notion.json',
    options: z
      .strictObject({
        part: wholeNumberText(1, 1_000)
          .default(1)
          .describe('Which part of a large map; the Link header tells the next'),
        parent: notionId.exactOptional().describe('Page that the new page goes under'),
        dataSource: notionId.exactOptional().describe('Data source that the new page goes into'),
      })
      .refine((it) => it.parent === undefined || it.dataSource === undefined, {
        path: ['parent'],
        message: 'must not be given together with dataSource',
      }),
  },
  svg: {
    timeoutMs: 10_000,
    heavyFrom: DRAWING_HEAVY_FROM,
    heavyFromEdges: DRAWING_HEAVY_FROM_EDGES,
    contentType: 'image/svg+xml',
    fileSuffix: '.svg',
    options: z.strictObject({
      theme: z
        .enum(['light', 'dark', 'auto'])
        .default('light')
        .describe('Colours of the picture; with auto, those of where it is shown'),
      ...pictureOptions,
    }),
  },
} as const satisfies Record<FileFormat, FormatEntry>

/** A row of `fileFormatTable`. */
export type FormatEntry = {
  /** Timeout of one attempt. A picture that takes longer never finishes; a text takes little time or never finishes. */
  timeoutMs: number
  /** Length of the map's JSON, in characters, from which an export is heavy. */
  heavyFrom: number
  /** Number of edges from which an export is heavy; set for drawings only. */
  heavyFromEdges?: number
  contentType: string
  options: z.ZodType
  /** Whether the file contains the address of the API, from which it can be refreshed. */
  containsApiUrl?: true
} & ({ fileSuffix: string } | { fileName: string })

/** The checked options of a format, defaults filled in. */
export type ExportOptions<Format extends FileFormat> = z.output<(typeof fileFormatTable)[Format]['options']>

/** Writes checked options as the texts of query parameters, defaults included. The format's schema parses them to equal options. */
export function writeOptions(options: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]))
}

/** Schema of a number in a query string. */
function numberText(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,4}(\.\d{1,3})?$/, `must be a number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .meta({ override: { type: 'number', minimum: min, maximum: max } })
}

/** Schema of a whole number in a query string. */
function wholeNumberText(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,7}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ override: { type: 'integer', minimum: min, maximum: max } })
}
