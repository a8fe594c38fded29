import { hash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { Bucket } from './bucket.ts'
import { Unavailable } from './errors.ts'
import { fileFormats } from './file-formats.ts'
import type { Logger } from './logger.ts'
import { checkWrites, openRedis } from './redis.ts'
import { createFileEviction } from './file-eviction.ts'

/** Schema of a file's metadata. The gateway checks workspace and map again before it sends the file. */
const fileMetadataSchema = z.object({
  kind: z.literal('file'),
  key: z.string(),
  workspaceId: z.string(),
  mapId: z.string(),
  format: z.enum(fileFormats),
  /** Picture pixels per canvas px: the requested scale, and the scale within the size limit. */
  scale: z.object({ asked: z.number(), used: z.number() }).optional(),
  /** Number of the part, and number of all parts, for formats that split a large map. */
  part: z.object({ number: z.number(), count: z.number() }).optional(),
  /** Version of the renderer that made the file: the worker's build and Chromium's version. */
  rendererVersion: z.string().optional(),
})
/** Metadata of a file. */
export type FileMetadata = z.infer<typeof fileMetadataSchema>

/** Schema of a failed export, which is stored for a while so that the same job is not retried at once. */
const failureSchema = z.object({
  kind: z.literal('failure'),
  key: z.string(),
  status: z.union([z.literal(400), z.literal(500), z.literal(503)]),
  message: z.string(),
  /** Ms until another try may succeed. Machines count it by the TTL in Redis, since their clocks differ. */
  retryInMs: z.number(),
  /** Problems by option, if options are invalid. A problem names the valid values. */
  problems: z.record(z.string(), z.string()).optional(),
  /** Whether the map takes too much time or memory, so that a retry would not help. */
  isTooCostly: z.boolean().optional(),
})
/** A failed export. When it is read, `retryInMs` is what is left of the time. */
export type ExportFailure = z.infer<typeof failureSchema>

/** Bytes in Redis or a bucket that each reader fetches in chunks. */
export interface RemoteBytes extends AsyncIterable<Uint8Array> {
  readonly length: number
  /** Maximum bytes in memory for a reader. */
  readonly bytesAtATime: number
}

/** An artifact to be stored. */
export type NewArtifact = (FileMetadata & { bytes: Buffer }) | ExportFailure
/** A stored artifact. A file has the SHA-256 of its bytes in hex. */
export type Artifact = (FileMetadata & { bytes: Buffer | RemoteBytes; sha256: string }) | ExportFailure

/** Stores finished files and failures. Redis may evict them at any time: they can be made again. */
export interface ArtifactStore {
  /**
   * Saves an artifact under its own key, then announces it. A failure never replaces a file.
   * @param maxTtlMs longest TTL of a file
   */
  put(artifact: NewArtifact, maxTtlMs?: number): Promise<void>
  /** Reads the artifact of a key; undefined if there is none. */
  get(key: string): Promise<Artifact | undefined>
  /** Returns the keys that have an artifact, in one round trip. */
  filterExisting(keys: readonly string[]): Promise<string[]>
  /** Calls back for each announced key. An announcement may be lost: it is a hint, `filterExisting` is the truth. */
  onAnnounced(listener: (key: string) => void): void
  /** Rejects if the Redis of the files accepts no writes. */
  checkWrites(): Promise<void>
  close(): void
}

/** The renderer version that workers announce to gateways. */
export interface RendererVersionRegistry {
  /**
   * Announces the renderer version of a running worker, for a minute.
   * @param isNew whether to replace an announced version
   */
  announceRendererVersion(rendererVersion: string, isNew: boolean): Promise<void>
  /** The announced renderer version: without a worker, the last one, or undefined if no worker ran within `FILE_TTL_MS`. */
  currentRendererVersion(): Promise<string | undefined>
}

/** Longest TTL of a file, in ms: long enough for later requests of a client. Files over 1 MiB have a shorter TTL. An expired file is made again. */
export const FILE_TTL_MS = 60 * 60_000
/** TTL of a file made by another renderer version than the one in its key; its clients wait at most 30 s. */
export const OTHER_RENDERER_TTL_MS = 60_000
const RENDERER_VERSION_KEY = 'maps:renderer-version'
const RENDERER_VERSION_TTL_MS = 60_000
/** Tells which files may still be stored while no worker runs. */
const LAST_RENDERER_VERSION_KEY = 'maps:renderer-version:last'
/** Size from which a file gets a shorter TTL: larger files fill the memory of Redis. */
const LARGE_FILE_BYTES = 1024 ** 2
const LARGE_FILE_TTL_MS = 10 * 60_000
/** TTL while a client reads a file in chunks: longer than a gateway waits for a slow client. */
const READ_TTL_MS = 120_000
/** Bytes that a reader fetches at a time. */
export const CHUNK_BYTES = 512 * 1024
/** Bytes read to find a file: nearly every text file whole. A larger file is read anew, one of several chunks once there is room for it. */
const FIRST_BYTES = 128 * 1024
/** Ms that gateways and workers wait for a reply of the Redis of the files. */
export const FILES_TIMEOUT_MS = 2_000
const connection = {
  connectionName: 'maps-artifacts',
  commandTimeout: FILES_TIMEOUT_MS,
  what: 'artifact store connection',
}
const CHANNEL = 'maps:artifacts'
const storedHeader = z.discriminatedUnion('kind', [
  fileMetadataSchema.extend({ length: z.int(), isInBucket: z.boolean(), sha256: z.string() }),
  failureSchema,
])

/**
 * Opens a store of artifacts. An artifact is a binary Redis value with a TTL: header length, header as JSON, the file's bytes. With a bucket,
 * the bytes are stored there, but only Redis decides which artifacts exist.
 * @param maxFileBytes maximum of the bytes of all files in Redis: see `createFileEviction`
 */
export function openArtifactStore(
  url: string,
  log: Logger,
  bucket?: Bucket,
  maxFileBytes?: number,
): ArtifactStore & RendererVersionRegistry {
  const redis = openRedis(url, connection, log)
  const eviction = createFileEviction(redis, maxFileBytes)
  let subscriber: Redis | undefined

  return {
    async put(artifact, maxTtlMs = FILE_TTL_MS) {
      const sha256 = artifact.kind === 'file' ? hash('sha256', artifact.bytes) : ''
      if (artifact.kind === 'file') await bucket?.put(sha256, artifact.bytes)
      const key = redisKey(artifact.key)
      const value = encode(artifact, sha256, bucket !== undefined)
      const ttl = Math.min(maxTtlMs, value.length > LARGE_FILE_BYTES ? LARGE_FILE_TTL_MS : FILE_TTL_MS)
      const saved =
        artifact.kind === 'file'
          ? redis.set(key, value, 'PX', ttl)
          : redis.set(key, value, 'PX', Math.max(1, Math.ceil(artifact.retryInMs)), 'NX')
      // Redis publishes after saving, since both commands use one connection.
      const announced = redis.publish(CHANNEL, artifact.key)
      await Promise.all([saved, announced])
      if (artifact.kind === 'failure') return
      await eviction
        .add(artifact.workspaceId, key, value.length)
        .catch((err: unknown) => log.warn({ err }, 'could not drop the oldest files'))
    },
    async get(key) {
      const first = await redis.getrangeBuffer(redisKey(key), 0, FIRST_BYTES - 1)
      if (first.length === 0) return undefined
      const { header, bytes } = decode(first)
      if (header.kind === 'failure') return { ...header, retryInMs: Math.max(0, await redis.pttl(redisKey(key))) }
      const { length, isInBucket, ...file } = header
      if (isInBucket) {
        const { sha256 } = file
        if (await bucket?.has(sha256, length)) return { ...file, bytes: bytesInBucket(bucket!, sha256, length) }
        // While the entry exists, no worker makes the file again.
        await redis.del(redisKey(key))
        return undefined
      }
      if (bytes.length === length) return { ...file, bytes }
      // What has been read is dropped: no ledger has room for it yet.
      const ownHeader = Buffer.from(first.subarray(0, first.length - bytes.length))
      void keepWhileRead(redis, key)
      const remote = bytesInRedis(redis, key, length, ownHeader)
      // A file of one chunk can be kept in memory.
      return { ...file, bytes: length > CHUNK_BYTES ? remote : Buffer.concat(await Array.fromAsync(remote)) }
    },
    async filterExisting(keys) {
      const counts = await Promise.all(keys.map((key) => redis.exists(redisKey(key))))
      return keys.filter((_, index) => counts[index] === 1)
    },
    onAnnounced(listener) {
      // With autoResubscribe, ioredis leaves a rejection uncaught if the connection ends before Redis replies.
      const client = redis.duplicate({
        autoResubscribe: false,
        maxRetriesPerRequest: null,
        commandTimeout: undefined,
      })
      subscriber = client
      client.on('error', (err) => log.warn({ err }, 'artifact announcements connection'))
      client.on('message', (_channel, key: string) => listener(key))
      client.on('ready', () => {
        client.subscribe(CHANNEL).catch((err: unknown) => log.warn({ err }, 'could not subscribe to announcements'))
      })
      // A subscriber never writes, so it would stay with a server that has become a replica.
      redis.on('close', () => client.disconnect(true))
    },
    async announceRendererVersion(rendererVersion, isNew) {
      if (isNew) await redis.set(RENDERER_VERSION_KEY, rendererVersion, 'PX', RENDERER_VERSION_TTL_MS)
      else {
        await redis.set(RENDERER_VERSION_KEY, rendererVersion, 'PX', RENDERER_VERSION_TTL_MS, 'NX')
        if ((await redis.get(RENDERER_VERSION_KEY)) !== rendererVersion) return
        await redis.pexpire(RENDERER_VERSION_KEY, RENDERER_VERSION_TTL_MS)
      }
      await redis.set(LAST_RENDERER_VERSION_KEY, rendererVersion, 'PX', FILE_TTL_MS)
    },
    async currentRendererVersion() {
      return (await redis.get(RENDERER_VERSION_KEY)) ?? (await redis.get(LAST_RENDERER_VERSION_KEY)) ?? undefined
    },
    checkWrites: () => checkWrites(redis),
    close() {
      subscriber?.disconnect()
      redis.disconnect()
    },
  }
}

function redisKey(key: string): string {
  return `maps:artifact:${key}`
}

function bytesInBucket(bucket: Bucket, name: string, length: number): RemoteBytes {
  return { length, bytesAtATime: CHUNK_BYTES, [Symbol.asyncIterator]: () => bucket.read(name, length) }
}

/**
 * Bytes of a Redis value after its header. The header is read with each chunk: it contains the hash of all bytes, so equal headers mean chunks of one
 * file.
 */
function bytesInRedis(redis: Redis, key: string, length: number, header: Buffer): RemoteBytes {
  const start = header.length

  async function readChunk(at: number): Promise<Buffer> {
    const end = Math.min(at + CHUNK_BYTES, length)
    const [chunk, headerNow] = await Promise.all([
      redis.getrangeBuffer(redisKey(key), start + at, start + end - 1),
      redis.getrangeBuffer(redisKey(key), 0, start - 1),
      keepWhileRead(redis, key),
    ]).catch((cause: unknown) => {
      throw new Unavailable('The file cannot be fetched right now. Try again shortly.', 5, { cause })
    })
    if (chunk.length !== end - at) throw new Unavailable('The file expired while it was read. Try again.', 1)
    if (!headerNow.equals(header))
      throw new Unavailable('While the file was read, another file took its place. Try again.', 1)
    return chunk
  }

  return {
    length,
    // A chunk that is sent, and the next one.
    bytesAtATime: 2 * CHUNK_BYTES,
    async *[Symbol.asyncIterator]() {
      for (let at = 0; at < length; at += CHUNK_BYTES) yield await readChunk(at)
    },
  }
}

/** Keeps a file for the time that the next chunk may take. A read-only replica refuses this: its files expire as before. */
async function keepWhileRead(redis: Redis, key: string): Promise<void> {
  await redis.pexpire(redisKey(key), READ_TTL_MS, 'GT').catch(() => {})
}

function encode(artifact: NewArtifact, sha256: string, hasBucket: boolean): Buffer {
  if (artifact.kind === 'failure') return withHeader(artifact, noBytes)
  const { bytes, ...header } = artifact
  return withHeader({ ...header, sha256, length: bytes.length, isInBucket: hasBucket }, hasBucket ? noBytes : bytes)
}

const noBytes = Buffer.alloc(0)

function withHeader(header: z.input<typeof storedHeader>, bytes: Buffer): Buffer {
  const headerBytes = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(headerBytes.length)
  return Buffer.concat([length, headerBytes, bytes])
}

/** Decodes the beginning of a stored value: its header, and the bytes after it. */
function decode(value: Buffer) {
  const headerEnd = 4 + value.readUInt32BE(0)
  return {
    header: storedHeader.parse(JSON.parse(value.toString('utf8', 4, headerEnd))),
    bytes: value.subarray(headerEnd),
  }
}
