import { z } from 'zod'

/** All that is particular to one kind of file. Routes, documents, clients, plans, workers and tests read it. */
export interface FormatRecord {
  /** Path of the file below the base path of the API; `{id}` stands for the map's id. */
  path: string
  /** `operationId` of the route. */
  operationId: string
  /** Export format that a plan must include. */
  planFormat: string
  /** One line for the documentation. */
  summary: string
  contentType: string
  /** Schema of the file in the OpenAPI document. */
  content: z.ZodType
  /** The exported example map, or its beginning. */
  example?: unknown
  /** Documentation of response headers that only this format has. */
  headers?: Record<string, string>
  /** Content security policy of the file in a browser tab of its own. Default: the policy of the API. */
  contentSecurityPolicy?: string
  /** Name of the saved file, or its end, after the name of the map. */
  name: { full: string } | { suffix: string }
  /** Query parameters. */
  options: z.ZodObject
  /** Whether the file shows where services are, so that pinned positions are inputs of it. */
  isDrawn?: true
  /** Whether the file is a part of a response, whose routes are written by hand. */
  hasOwnRoutes?: true
  /** Whether the file contains the address of the API, from which it can be refreshed. */
  containsApiUrl?: true
  /** Whether the file tells what differs from an older map, which options select. */
  compares?: true
  /** Whether `Link` headers of maps, and of formats that say so, name the file as an alternate. */
  isAlternate?: true
  /** Whether the `Link` header of the file names the alternates. */
  namesAlternates?: true
  /** Limit of an attempt's processor time, and of its calls to Chromium, in ms. A picture that takes longer never finishes; a text takes little time or never finishes. */
  limitMs: number
  /** Length of the map's JSON, in characters, from which an export is heavy. */
  heavyFrom: number
  /** Number of edges from which an export is heavy. Default: none. */
  heavyFromEdges?: number
}

/** Checks a record without widening its type. */
export function defineFormat<const Format extends FormatRecord>(format: Format): Format {
  return format
}

/** Path, operation and plan of a format of the interface. */
export function exportedAs<const Name extends string>(name: Name) {
  return {
    path: `/maps/{id}/export/${name}`,
    operationId: `export${name[0]!.toUpperCase()}${name.slice(1)}`,
    planFormat: name,
  } as const
}

/** Limits of a drawing. 420 short edges take as long as a map whose JSON is several times as long. */
export const drawingLimits = { limitMs: 10_000, heavyFrom: 24 * 1_024, heavyFromEdges: 100 } as const
/** Limits of a text. */
export const textLimits = { limitMs: 5_000, heavyFrom: 512 * 1_024 } as const

/** A rule about options together, for `check`. */
type OptionsCheck = (payload: z.core.ParsePayload<Readonly<Record<string, unknown>>>) => void

/** Refuses an option that is given together with another one. A switch that is off counts as not given. */
export function notWith(name: string, other: string): OptionsCheck {
  return ({ value, issues }) => {
    if (!value[name] || !value[other]) return
    issues.push({ code: 'custom', path: [name], message: `must not be given together with ${other}`, input: value })
  }
}

/** Refuses an option that is given without another one. */
export function onlyWith(name: string, other: string): OptionsCheck {
  return ({ value, issues }) => {
    if (value[name] === undefined || value[other] !== undefined) return
    issues.push({ code: 'custom', path: [name], message: `must be given together with ${other}`, input: value })
  }
}

/** Schema of a switch in a query string: `true` or `false`. */
export const flag = z
  .string()
  .refine((it) => it === 'true' || it === 'false', 'must be one of true, false')
  .transform((it) => it === 'true')
  .meta({ override: { type: 'boolean' } })

/** Schema of a number in a query string, which may have as many decimals as programs print. It is rounded to a thousandth. */
export function numberText(min: number, max: number) {
  return z
    .string()
    .refine((it) => /^\d{1,4}(\.\d{1,20})?$/.test(it), `must be a number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .transform((it) => Math.round(it * 1_000) / 1_000)
    .meta({ override: { type: 'number', minimum: min, maximum: max } })
}

/** Schema of a whole number in a path or query string. */
export function wholeNumberText(min: number, max: number) {
  const digits = new RegExp(String.raw`^\d{1,${Math.max(7, String(max).length)}}$`)
  return z
    .string()
    .refine((it) => digits.test(it), `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ override: { type: 'integer', minimum: min, maximum: max } })
}
