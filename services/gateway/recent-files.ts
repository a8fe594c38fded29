import { type Artifact, type ArtifactStore, FILE_TTL_MS } from '@maps/shared/artifact-store'
import { LRUCache } from 'lru-cache'

const MEGABYTE = 1_024 * 1_024
/** Of all files that are kept. */
export const MOST_MEGABYTES = 32
/** The largest file that is kept. */
const LARGEST_BYTES = 2 * MEGABYTE
/** What a file takes beside its bytes. */
const HEAD_BYTES = 1_024

/** A store that keeps the files it was last asked for in memory. A key's file never changes, so what is kept is never out of date. */
export function keepRecentFiles(store: ArtifactStore): ArtifactStore {
  const files = new LRUCache<string, Artifact & { bytes: Buffer }>({
    maxSize: MOST_MEGABYTES * MEGABYTE,
    ttl: FILE_TTL_MS,
    sizeCalculation: ({ bytes }) => bytes.length + HEAD_BYTES,
  })
  return {
    ...store,
    async get(key) {
      const known = files.get(key)
      if (known) return known
      const artifact = await store.get(key)
      if (artifact?.kind === 'file' && Buffer.isBuffer(artifact.bytes) && artifact.bytes.length <= LARGEST_BYTES) {
        files.set(key, { ...artifact, bytes: ownBytes(artifact.bytes) })
      }
      return artifact
    },
  }
}

/** A piece would keep the whole of what it was received with. */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength <= bytes.length + HEAD_BYTES) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
