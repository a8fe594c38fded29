import { times } from '../faults/run-size.ts'

const MAX_QUICK_CASES = 100

/** How many cases a property is tried with: all of them in `npm run test:long`, at most 100 in `npm test`. */
export function cases(long: number): number {
  return times(Math.min(MAX_QUICK_CASES, long), long)
}
