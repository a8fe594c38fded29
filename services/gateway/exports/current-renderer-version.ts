import type { RendererVersionNotice } from '@maps/shared/artifact-store'

/** Longest age of the cached renderer version: after a worker upgrade, old files are served for up to this time. */
const MAX_AGE_MS = 5_000

/** Makes a cached read of the workers' renderer version. It keeps the last known one while the store is away. */
export function createCurrentRendererVersion(
  store: Pick<RendererVersionNotice, 'currentRendererVersion'>,
): () => Promise<string | undefined> {
  let known: string | undefined
  let askedAt = -Infinity

  async function ask(): Promise<void> {
    askedAt = performance.now()
    // Without its store an export fails by itself, and says so.
    known = (await store.currentRendererVersion().catch(() => undefined)) ?? known
  }

  return async () => {
    if (known === undefined) await ask()
    else if (performance.now() - askedAt > MAX_AGE_MS) void ask()
    return known
  }
}
