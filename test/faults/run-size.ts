/** Whether this is `npm run test:long`. It runs all repetitions; `npm test` runs some of them. */
export const isLong = process.env['TEST_LONG'] === '1'

/** Seed of all random choices: the same in every run, unless `SEED` is set. */
export const seed = process.env['SEED'] ?? '20261121'

/** Number of repetitions: `long` in `npm run test:long`, else `quick`. */
export function times(quick: number, long: number): number {
  return isLong ? long : quick
}

/** Time that a busy machine may add to a promised limit. In the long run, only the test's own clients keep it busy. */
export const TOLERANCE_MS = times(5_000, 500)
