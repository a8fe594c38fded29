import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiResponse } from '../rig/rest-client.ts'

/** A token of a run. Times are in ms, by one clock. */
export interface RecordedToken {
  /** Start and end of its revocation, which has no end unless it was acknowledged. */
  revocation: { start: number; end: number }
  uses: TokenUse[]
}

/** A request with a token. */
export interface TokenUse {
  start: number
  end: number
  /** Undefined without a response. */
  status?: number
}

/** A violation of the promises about tokens. */
interface TokenAnomaly {
  kind: 'revoked token accepted' | 'valid token refused'
  use: TokenUse
  token: RecordedToken
}

/** Time that a revoked token may still be accepted, from the acknowledgement on. */
const REVOKED_WITHIN_MS = 15_000
const VALID_FOR_MS = 3_000
const PAUSE_MS = 1_500
/** Requests after the end of that time. Further ones would use up the 30 failed authentications a minute of an address. */
const LAST_USES = 2

/** Finds uses of revoked tokens that were accepted too late, and uses of valid tokens that were refused. */
export function findTokenAnomalies(tokens: readonly RecordedToken[]): TokenAnomaly[] {
  return tokens.flatMap((token) =>
    token.uses.flatMap((use): TokenAnomaly[] => {
      const { start, end } = token.revocation
      const isRefused = use.status === 401
      const isAccepted = use.status !== undefined && use.status < 500 && !isRefused
      if (isAccepted && use.start > end + REVOKED_WITHIN_MS) return [{ kind: 'revoked token accepted', use, token }]
      return isRefused && use.end < start ? [{ kind: 'valid token refused', use, token }] : []
    }),
  )
}

/** What a token's life needs. */
interface TokenLife {
  use(): Promise<ApiResponse>
  revoke(): Promise<void>
  signal: AbortSignal
}

/** Uses a new token, revokes it, and uses it until it must be refused. @returns the record of its life */
export async function recordToken({ use, revoke, signal }: TokenLife): Promise<RecordedToken> {
  const token: RecordedToken = { revocation: { start: Infinity, end: Infinity }, uses: [] }
  const useUntil = async (moment: number) => {
    while (performance.now() < moment && !signal.aborted) {
      token.uses.push(await recordUse(use))
      await sleep(PAUSE_MS)
    }
  }
  await useUntil(performance.now() + VALID_FOR_MS)
  token.revocation.start = performance.now()
  const isRevoked = await revoke().then(
    () => true,
    () => false,
  )
  if (!isRevoked) return token
  token.revocation.end = performance.now()
  await sleep(REVOKED_WITHIN_MS, undefined, { signal }).catch(() => {})
  for (let index = 0; index < LAST_USES && !signal.aborted; index++) token.uses.push(await recordUse(use))
  return token
}

async function recordUse(use: () => Promise<ApiResponse>): Promise<TokenUse> {
  const start = performance.now()
  const response = await use().catch(() => undefined)
  return { start, end: performance.now(), ...(response && { status: response.status }) }
}
