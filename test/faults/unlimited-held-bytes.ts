import type { HeldBytes } from '../../services/gateway/http/held-bytes.ts'

/** Replaces `createHeldBytes` of the gateway: every reservation succeeds. */
export function createHeldBytes(): HeldBytes {
  return { roomFor: () => Number.MAX_SAFE_INTEGER, reserve: () => () => {}, reserveInTime: async () => () => {} }
}

/** Replaces the error that nothing throws here. */
export class NoRoom extends Error {}

/** As in the gateway. */
export const UNCOUNTED_BYTES = 16 * 1024
