import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node'

/** A vitest reporter that prints each failure at once, and a total at the end of the run: `12 passed, 0 failed`. */
export default class TotalReporter implements Reporter {
  /** The total of a run that is interrupted. */
  #total = '0 passed, 1 failed'

  onInit(): void {
    process.once('exit', () => process.stdout.write(`\n${this.#total}\n`))
  }

  /** Prints failures at once, because a long run may be interrupted before vitest's own report. */
  onTestCaseResult(test: TestCase): void {
    for (const { message } of test.result().errors ?? []) console.error(`✗ ${test.fullName}\n  ${message}`)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[], reason: TestRunEndReason): void {
    const states = modules.flatMap((it) => [...it.children.allTests()]).map((it) => it.result().state)
    const count = (state: string): number => states.filter((it) => it === state).length
    const broken = modules.flatMap((it) => [it, ...it.children.allSuites()]).flatMap((it) => it.errors())
    const found = count('failed') + broken.length + unhandledErrors.length
    const failed = reason === 'passed' ? found : Math.max(found, 1)
    // A test that did not run has not passed.
    const skipped = count('skipped') + count('pending')
    this.#total = `${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  }
}
