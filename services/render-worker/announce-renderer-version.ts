import type { RendererVersionRegistry } from '@maps/shared/artifact-store'
import type { Logger } from '@maps/shared/logger'

/** Interval between announcements. An announcement expires after three intervals. */
const RENEW_MS = 20_000

/** A renderer version that is announced periodically until closed. */
export interface Announcement {
  close(): void
}

/**
 * Announces this worker's renderer version to the gateways, periodically. Gateways use the version announced last, until no worker
 * announces it any more. Resolves after the first announcement.
 */
export async function announceRendererVersion(
  store: Pick<RendererVersionRegistry, 'announceRendererVersion'>,
  rendererVersion: () => string,
  log: Logger,
): Promise<Announcement> {
  let announced: string | undefined
  async function announce(): Promise<void> {
    const version = rendererVersion()
    try {
      await store.announceRendererVersion(version, version !== announced)
      announced = version
    } catch (err) {
      log.warn({ err }, 'could not announce the renderer version')
    }
  }
  await announce()
  const timer = setInterval(() => void announce(), RENEW_MS)
  return { close: () => clearInterval(timer) }
}
