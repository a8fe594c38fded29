import { type Artifact, FILE_TTL_MS } from '@maps/shared/artifact-store'
import { LRUCache } from 'lru-cache'

/** A finished file with its metadata. */
export type ExportedFile = Extract<Artifact, { kind: 'file' }>

/** Reads a file, which may come in chunks, into one buffer. */
export async function bytesOf({ bytes }: ExportedFile): Promise<Buffer> {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.concat(await Array.fromAsync(bytes))
}

const MEGABYTE = 1_024 * 1_024
/** Capacity of the cache in MiB. */
export const MAX_MEGABYTES = 32
/** Estimated overhead of an entry, in bytes. */
const ENTRY_BYTES = 1_024

/** A memory cache of recently sent files. No entry becomes stale: a key names one file of one renderer version. */
export interface RecentFiles {
  get(key: string): ExportedFile | undefined
  /** Adds a file whose owner and renderer version have been checked. Large files, which are read in chunks, are not cached. */
  keep(file: ExportedFile): void
}

/** Creates an empty cache of small finished files, of 32 MiB in all. */
export function createRecentFiles(): RecentFiles {
  const files = new LRUCache<string, ExportedFile & { bytes: Buffer }>({
    maxSize: MAX_MEGABYTES * MEGABYTE,
    ttl: FILE_TTL_MS,
    sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES,
  })
  return {
    get: (key) => files.get(key),
    keep(file) {
      const { key, bytes } = file
      if (Buffer.isBuffer(bytes) && !files.has(key)) files.set(key, { ...file, bytes: detached(bytes) })
    },
  }
}

/** Returns the Buffer, or a copy of it if it is a slice that would keep a much larger ArrayBuffer in memory. */
function detached(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength <= bytes.length + ENTRY_BYTES) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
