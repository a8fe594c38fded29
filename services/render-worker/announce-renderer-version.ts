import type { RendererVersionNotice } from '@maps/shared/artifact-store'
import type { Logger } from '@maps/shared/logger'

/** Interval of announcements, which expire after three times as long. */
const RENEW_MS = 20_000

/** The announcement of the renderer version, which is renewed until it is closed. */
export interface Announcement {
  close(): void
}

/**
 * Announces the renderer version of this worker to gateways, and keeps the announcement up. Gateways use the version that was announced last,
 * until its last worker has gone. Resolves after the first announcement.
 */
export async function announceRendererVersion(
  store: Pick<RendererVersionNotice, 'announceRendererVersion'>,
  rendererVersion: () => string,
  log: Logger,
): Promise<Announcement> {
  let told: string | undefined
  async function tell(): Promise<void> {
    const now = rendererVersion()
    try {
      await store.announceRendererVersion(now, now !== told)
      told = now
    } catch (err) {
      log.warn({ err }, 'could not announce the renderer version')
    }
  }
  await tell()
  const timer = setInterval(() => void tell(), RENEW_MS)
  return { close: () => clearInterval(timer) }
}
