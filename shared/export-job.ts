import { hash } from 'node:crypto'
import { z } from 'zod'
import { fileFormats, recordOf } from './file-formats.ts'

/** Name of the queue of ordinary exports, from gateways to render workers. */
export const EXPORT_QUEUE = 'exports'
/** Name of the queue of exports that are estimated to take long. A worker with several render permits keeps one for other exports. */
export const HEAVY_EXPORT_QUEUE = 'heavy-exports'
/** The names of both queues. */
export const exportQueues = [EXPORT_QUEUE, HEAVY_EXPORT_QUEUE] as const
/** The name of a queue. */
export type ExportQueueName = (typeof exportQueues)[number]
/** Prefix of BullMQ's keys in Redis: a hash tag, which keeps them together in a Redis Cluster. */
export const QUEUE_PREFIX = '{maps}'

/** Longest time from the start of the request handler to the response, a file or an error. */
export const EXPORT_DEADLINE_MS = 30_000

/** Time for which a version of a map is refused as too costly, in ms. Within it, no request makes it again. */
export const TOO_COSTLY_MS = 5 * 60_000

/**
 * Schema of all inputs of a file. With the artifact key and the id of the first request it is a task for a worker (`ExportTask`), and with what the
 * queue adds a job (`ExportJob`). Some of these inputs do not change the file, but tell files apart.
 */
const artifactInputsSchema = z.object({
  format: z.enum(fileFormats),
  /** Options of the format, in the form of a query string: see `writeOptions`. */
  options: z.record(z.string(), z.string()),
  workspaceId: z.uuid(),
  mapId: z.uuid(),
  /** The map as the API returns it, as JSON text; its nodes and edges are as stored. The worker parses and checks it. */
  map: z.string(),
  /** The older map that the file compares it with, in the same form; set for these files alone. */
  from: z.string().optional(),
  /** Version of the map, for a file that names it. */
  version: z.int().optional(),
  /** The pinned layout, as JSON text: see `pinSchema`. Unset for a map that is not pinned, and for a file that is not drawn. */
  pin: z.string().optional(),
  /** Address of the API, for files that contain a command to refresh them; ends in `/api/v1`. */
  apiUrl: z.url(),
  /** Whether the picture is for readers of a public link, so that its file must contain only what is visible. */
  isForPublicLink: z.literal(true).optional(),
  /** The version of the renderer that makes the file; unset if no worker had announced one. */
  rendererVersion: z.string().optional(),
})
/** All inputs of a file: see `artifactInputsSchema`. */
export type ArtifactInputs = z.infer<typeof artifactInputsSchema>

/**
 * Schema of an export in the queue. It contains all data that a worker needs, since a worker cannot look up maps.
 * A new field must be optional, since jobs of older gateways may still be waiting.
 */
export const exportJobSchema = artifactInputsSchema.extend({
  /** The key of the file: see `artifactKey`. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  /** Unix time in ms after which no client waits, by the clock of the queue's Redis. */
  deadline: z.number(),
  requestId: z.string().optional(),
})
/** An export in the queue: see `exportJobSchema`. */
export type ExportJob = z.infer<typeof exportJobSchema>

/** The inputs of an export job, without its deadline: the gateway has not queued it yet, or a worker has taken it. */
export type ExportTask = Omit<ExportJob, 'deadline'>

/** Selects the queue of an export, by the length of the map's JSON and, for drawings, its number of edges. Does not parse the map. */
export function selectQueue({ format, map, from = '' }: Pick<ExportJob, 'format' | 'map' | 'from'>): ExportQueueName {
  const { heavyFrom, heavyFromEdges } = recordOf(format)
  // Two versions of a map have most elements in common, so the larger one tells how much there is to draw.
  const isHeavy = [map, from].some((it) => {
    return it.length >= heavyFrom || (heavyFromEdges !== undefined && countEdges(it) >= heavyFromEdges)
  })
  return isHeavy ? HEAVY_EXPORT_QUEUE : EXPORT_QUEUE
}

/** Counts edges in a map's JSON without parsing it. Quotes in strings are escaped, so no string matches. */
function countEdges(map: string): number {
  return map.split('"source":').length - 1
}

/**
 * The key of the file with these inputs: SHA-256 in hex. It is the cache key and, with a prefix, the job id. The workspace is part of the
 * key, so no workspace can name or receive a file of another one.
 */
export function artifactKey(inputs: ArtifactInputs): string {
  const address = recordOf(inputs.format).containsApiUrl ? inputs.apiUrl : undefined
  const { workspaceId, mapId, isForPublicLink, rendererVersion } = inputs
  const keyInputs = [inputs.format, inputs.options, workspaceId, mapId, address, isForPublicLink, rendererVersion]
  return hashWithMaps(keyInputs, inputs)
}

/**
 * Key of the failure of a map that takes too much time or memory in this format, with any options. Each version of the map, and each
 * renderer version, has its own key.
 */
export function tooCostlyKey(inputs: Omit<ArtifactInputs, 'options' | 'apiUrl'>): string {
  const { format, workspaceId, mapId, rendererVersion } = inputs
  const keyInputs = ['too costly', format, workspaceId, mapId, rendererVersion]
  return hashWithMaps(keyInputs, inputs)
}

/** Hashes inputs, maps, the version and pinned positions. JSON has no line break, so no two inputs have the same text. */
function hashWithMaps(
  keyInputs: readonly unknown[],
  { map, from, version, pin }: Pick<ExportJob, 'map' | 'from' | 'version' | 'pin'>,
): string {
  const others = [from, version && `version ${version}`, pin && `pin ${pin}`].filter((it) => it !== undefined)
  return hash('sha256', [JSON.stringify(keyInputs), map, ...others].join('\n'))
}

/** The job id of an artifact key. BullMQ reads an integer as a counter and `:` as a separator; the prefix rules both out. */
export function jobId(key: string): string {
  return `r_${key}`
}
