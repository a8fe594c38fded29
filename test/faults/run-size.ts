/** Whether this is `npm run test:long`, which does everything as often as the promises say; `npm test` does a share of it. */
export const isLong = process.env['TEST_LONG'] === '1'

/** What is done by chance is done the same way in every run; `SEED` has it done another way. */
export const seed = process.env['SEED'] ?? '20261121'

/** How often something is done. */
export function times(quick: number, long: number): number {
  return isLong ? long : quick
}

/** Time that a busy machine may add to a promise: what the clients themselves take in the long run, which runs alone. */
export const ROOM_MS = times(5_000, 500)
