/** The work that a step may do for one map. The step's indexes and searches spend it. Once it is spent, the step takes a shorter way. */
export interface Budget {
  /** Counts work that has been done. */
  spend(amount: number): void
  /** Whether more work has been done than the limit. */
  readonly isSpent: boolean
}

/**
 * Creates a budget.
 *
 * @param limit in the unit of the work, mostly comparisons of two things
 */
export function createBudget(limit: number): Budget {
  let spent = 0
  return {
    spend(amount) {
      spent += amount
    },
    get isSpent() {
      return spent > limit
    },
  }
}
