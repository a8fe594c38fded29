import type { HeldBytes } from '../../services/gateway/http/held-bytes.ts'

/** Replaces `createHeldBytes` of the gateway: every reservation succeeds. */
export function createHeldBytes(): HeldBytes {
  return { roomFor: () => Number.MAX_SAFE_INTEGER, reserve: () => () => {}, reserveInTime: async () => () => {} }
}

/** Replaces `noRoom`, which nothing throws here. */
export function noRoom(): Error {
  return new Error('There is always room.')
}
