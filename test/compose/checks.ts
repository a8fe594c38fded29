/** Runs checks and counts their results. */
export interface Checks {
  /**
   * Runs one check and prints its result.
   * @returns whether it passed
   * @throws AbortError where it was aborted, so that no other check follows
   */
  check(claim: string, run: () => Promise<void>): Promise<boolean>
  /** The counts as text, such as `12 passed, 0 failed`. */
  total(): string
  /** Number of failed checks. */
  readonly failed: number
}

/** Creates a runner of checks. */
export function createChecks(): Checks {
  let passed = 0
  let failed = 0
  return {
    async check(claim, run) {
      const startedAt = performance.now()
      try {
        await run()
        passed++
        console.log(`✓ ${claim} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
        return true
      } catch (error) {
        failed++
        console.log(`✗ ${claim}: ${(error as Error).message}`)
        if ((error as Error).name === 'AbortError') throw error
        return false
      }
    },
    total: () => `${passed} passed, ${failed} failed`,
    get failed() {
      return failed
    },
  }
}
