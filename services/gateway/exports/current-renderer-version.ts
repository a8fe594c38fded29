import type { RendererVersionNotice } from '@maps/shared/artifact-store'

/** Age from which a request has the cached renderer version read again. It does not wait for that: after a worker upgrade it may still get an old file. */
const MAX_AGE_MS = 5_000

/** Makes a cached read of the workers' renderer version. It keeps the last known one while the store is away. */
export function createCurrentRendererVersion(
  store: Pick<RendererVersionNotice, 'currentRendererVersion'>,
): () => Promise<string | undefined> {
  let known: string | undefined
  let readAt = -Infinity

  async function refresh(): Promise<void> {
    readAt = performance.now()
    // Where the store is away, the export itself fails and says so.
    known = (await store.currentRendererVersion().catch(() => undefined)) ?? known
  }

  return async () => {
    if (known === undefined) await refresh()
    else if (performance.now() - readAt > MAX_AGE_MS) void refresh()
    return known
  }
}
