import type { RendererNotice } from '@maps/shared/artifact-store'
import type { Logger } from '@maps/shared/logger'

/** An announcement is good for three times as long. */
const RENEW_MS = 20_000

/** The renderer's announcement, which is renewed until it is closed. */
export interface Announcement {
  close(): void
}

/**
 * Announces the renderer of this worker to gateways, again and again. They use the renderer that was announced last, until its last worker has gone.
 * Resolves after the first time.
 */
export async function announceRenderer(
  store: Pick<RendererNotice, 'announceRenderer'>,
  renderer: () => string,
  log: Logger,
): Promise<Announcement> {
  let told: string | undefined
  async function tell(): Promise<void> {
    const now = renderer()
    try {
      await store.announceRenderer(now, now !== told)
      told = now
    } catch (err) {
      log.warn({ err }, 'could not announce the renderer')
    }
  }
  await tell()
  const timer = setInterval(() => void tell(), RENEW_MS)
  return { close: () => clearInterval(timer) }
}
