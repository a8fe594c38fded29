export interface Checks {
  /**
   * Runs one check, prints how it went and answers whether it passed.
   * @throws AbortError where it was told to stop: then no other should follow
   */
  check(claim: string, run: () => Promise<void>): Promise<boolean>
  /** As in `12 passed, 0 failed`. */
  total(): string
  readonly failed: number
}

export function createChecks(): Checks {
  let passed = 0
  let failed = 0
  return {
    async check(claim, run) {
      const started = performance.now()
      try {
        await run()
        passed++
        console.log(`✓ ${claim} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
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
