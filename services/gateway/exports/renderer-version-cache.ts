import type { RendererVersionRegistry } from '@maps/shared/artifact-store'

/** Age from which a request refreshes the cached version in the background: shortly after a worker upgrade it may still get an old file. */
const MAX_AGE_MS = 5_000

/** Creates a cached read of the workers' renderer version. It returns the last known version while the store is unreachable. */
export function createRendererVersionCache(
  store: Pick<RendererVersionRegistry, 'currentRendererVersion'>,
): () => Promise<string | undefined> {
  let known: string | undefined
  let readAt = -Infinity

  async function refresh(): Promise<void> {
    readAt = performance.now()
    // If the store is unreachable, the export itself fails with that error.
    known = (await store.currentRendererVersion().catch(() => undefined)) ?? known
  }

  return async () => {
    if (known === undefined) await refresh()
    else if (performance.now() - readAt > MAX_AGE_MS) void refresh()
    return known
  }
}
