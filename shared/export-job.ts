import { hash } from 'node:crypto'
import { z } from 'zod'
import { type FormatEntry, fileFormats, fileFormatTable } from './file-formats.ts'

/** Name of the queue on which gateways hand ordinary exports to render workers. */
export const EXPORT_QUEUE = 'exports'
/** Queue of exports estimated to take long. With more than one render permit, a worker keeps one free of them. */
export const HEAVY_EXPORT_QUEUE = 'heavy-exports'
/** The names of both queues. */
export const exportQueues = [EXPORT_QUEUE, HEAVY_EXPORT_QUEUE] as const
/** The name of a queue. */
export type ExportQueueName = (typeof exportQueues)[number]
/** Prefix of BullMQ's keys in Redis: a hash tag, which keeps them together in a Redis Cluster. */
export const QUEUE_PREFIX = '{maps}'

/** Longest time from the start of the request handler to the response, a file or an error. */
export const EXPORT_DEADLINE_MS = 30_000

/** How long a version of a map is refused as too costly, in ms. In this time it can block a render thread for 10 s once. */
export const TOO_COSTLY_MS = 5 * 60_000

/**
 * One export as it travels through the queue: everything a worker needs, and nothing it could look up.
 * A new field must be optional, since jobs of older gateways may still be waiting.
 */
export const exportJobSchema = z.object({
  key: z.string().regex(/^[0-9a-f]{64}$/),
  format: z.enum(fileFormats),
  /** In the form of the query string: see `writeOptions`. */
  options: z.record(z.string(), z.string()),
  workspaceId: z.uuid(),
  mapId: z.uuid(),
  /** The map as JSON text: the gateway passes on what it read, the worker parses and checks it. */
  map: z.string(),
  /** Address of the API, for files that say how to refresh themselves; ends in `/api/v1`. */
  apiUrl: z.url(),
  /** Unix time in ms from which no client waits; in the queue, by the clock of its Redis. */
  deadline: z.number(),
  /** Whether the picture is for readers of a public link, and must not contain more than it shows. */
  isForPublicLink: z.literal(true).optional(),
  /** The renderer version that the key names; unset where no worker had announced one. */
  rendererVersion: z.string().optional(),
  requestId: z.string().optional(),
})
/** One export as it travels through the queue: see `exportJobSchema`. */
export type ExportJob = z.infer<typeof exportJobSchema>

/** The queue for an export, by an estimate that does not parse the map: the length of its JSON and, for drawings, its edges. */
export function queueOf({ format, map }: Pick<ExportJob, 'format' | 'map'>): ExportQueueName {
  const { heavyFrom, heavyFromEdges }: FormatEntry = fileFormatTable[format]
  const isHeavy = map.length >= heavyFrom || (heavyFromEdges !== undefined && countEdges(map) >= heavyFromEdges)
  return isHeavy ? HEAVY_EXPORT_QUEUE : EXPORT_QUEUE
}

/** Counts edges in a map's JSON without parsing it. Quotes in strings are escaped, so no string matches. */
function countEdges(map: string): number {
  return map.split('"source":').length - 1
}

/** All inputs of a file. */
export type ArtifactInputs = Pick<
  ExportJob,
  'format' | 'options' | 'workspaceId' | 'mapId' | 'map' | 'apiUrl' | 'isForPublicLink' | 'rendererVersion'
>

/**
 * The key of the one file that these inputs make: SHA-256 in hex. It is the cache key and, with a prefix, the job id. The workspace is
 * part of it, so no workspace can name or receive another's file.
 */
export function artifactKey(inputs: ArtifactInputs): string {
  const entry: FormatEntry = fileFormatTable[inputs.format]
  const address = entry.containsApiUrl ? inputs.apiUrl : undefined
  const { workspaceId, mapId, isForPublicLink, rendererVersion } = inputs
  const keyInputs = [
    inputs.format,
    entry.version,
    inputs.options,
    workspaceId,
    mapId,
    address,
    isForPublicLink,
    rendererVersion,
  ]
  return hash('sha256', `${JSON.stringify(keyInputs)}\n${inputs.map}`)
}

/**
 * Key of the failure of a map that takes too much time or memory to become a file of this format, with any options. Another version
 * of the map has another key.
 */
export function tooCostlyKey({
  format,
  workspaceId,
  mapId,
  map,
}: Omit<ArtifactInputs, 'options' | 'apiUrl' | 'rendererVersion'>): string {
  const keyInputs = ['too costly', format, fileFormatTable[format].version, workspaceId, mapId]
  return hash('sha256', `${JSON.stringify(keyInputs)}\n${map}`)
}

/** The job id of an artifact key. BullMQ reads an integer as a counter and `:` as a separator; the prefix rules both out. */
export function jobId(key: string): string {
  return `r_${key}`
}
