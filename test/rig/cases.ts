import { times } from '../faults/run-size.ts'

const MAX_QUICK_CASES = 40

/** Number of random cases for a property: `long` in `npm run test:long`, at most 40 in `npm test`. */
export function cases(long: number): number {
  return times(Math.min(MAX_QUICK_CASES, long), long)
}
