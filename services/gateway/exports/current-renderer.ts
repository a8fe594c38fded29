import type { RendererNotice } from '@maps/shared/artifact-store'

/** Longest age of the cached renderer: after a worker upgrade, old files are served for up to this time. */
const MOST_AGE_MS = 5_000

/** Makes a cached read of the workers' renderer. It keeps the last known one while the store is away. */
export function createCurrentRenderer(
  store: Pick<RendererNotice, 'currentRenderer'>,
): () => Promise<string | undefined> {
  let known: string | undefined
  let askedAt = -Infinity

  async function ask(): Promise<void> {
    askedAt = performance.now()
    // Without its store an export fails by itself, and says so.
    known = (await store.currentRenderer().catch(() => undefined)) ?? known
  }

  return async () => {
    if (known === undefined) await ask()
    else if (performance.now() - askedAt > MOST_AGE_MS) void ask()
    return known
  }
}
