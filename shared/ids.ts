import { hash, randomBytes } from 'node:crypto'

/** Bytes of a share id: too many to guess. */
const SHARE_ID_BYTES = 20
/** Source of a regular expression for share ids: `SHARE_ID_BYTES` in base64url. */
export const SHARE_ID_PATTERN = String.raw`[\w-]{27}`
const shareId = new RegExp(`^${SHARE_ID_PATTERN}$`)
/** The ids of maps are UUIDs of version 7 (RFC 9562) in lower case. */
const mapId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Creates a share id of random bytes. */
export function newShareId(): string {
  return randomBytes(SHARE_ID_BYTES).toString('base64url')
}

/** Returns the id of a map's copy in another workspace: the same at each call, with the time of the map's own id. */
export function mapIdIn(workspaceId: string, mapId: string): string {
  const digest = hash('sha256', `${workspaceId} ${mapId}`)
  return `${mapId.slice(0, 14)}7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`
}

/** Whether a text has the form of a share id. */
export function isShareId(text: string): boolean {
  return shareId.test(text)
}

/** Whether a text has the form of a map's id. */
export function isMapId(text: string): boolean {
  return mapId.test(text)
}
