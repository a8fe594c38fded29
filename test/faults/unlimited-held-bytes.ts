import type { HeldBytes } from '../../services/gateway/http/held-bytes.ts'

/** Replaces `createHeldBytes` of the gateway: every reservation succeeds. */
export function createHeldBytes(): HeldBytes {
  return { reserve: () => () => {}, reserveInTime: async () => () => {} }
}
