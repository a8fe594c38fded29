import type { RendererNotice } from '@maps/shared/artifact-store'

/** How old an answer of the store may be: after an upgrade of the workers, files of the old renderer are handed out for so long. */
const MOST_AGE_MS = 5_000

/** Tells the renderer of the workers without a round trip to the store; the last known one while the store says nothing. */
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
