import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { isLong } from './test/faults/run-size.ts'
import { LongestFirst } from './test/rig/longest-first.ts'
import { ReliabilityReport } from './test/rig/reliability-report.ts'

const wholeService = {
  setupFiles: ['test/rig/seed.ts', 'test/rig/print-logs-on-failure.ts'],
  // A machine of a third of the usual speed takes 20 s to start a system.
  testTimeout: 60_000,
  hookTimeout: 120_000,
}
/** A hook may start PostgreSQL, which takes long where the tests share the machine. */
const unit = { setupFiles: ['test/rig/seed.ts'], testTimeout: 60_000, hookTimeout: 120_000 }
const faults = { ...wholeService, testTimeout: 120_000, provide: { throughPrism: false } }

/** Tests that look at all child processes or at the memory of their own process, or replace a module: they get a process for each file. */
const isolated = '**/*.isolated.test.ts'
/** Tests whose results depend on how busy the machine is. */
const alone = '**/*.alone.test.ts'
/** Tests that install tools first, or start the whole stack several times: `npm run test:long` alone runs them. */
const long = '**/*.long.test.ts'
/** What `npm test` takes of the tests of faults and attacks: less than a minute. */
const quick = 'test/{faults,security}/**/*.quick*.test.ts'

/** On a busy machine, the start of a process, or a pause of this one, takes longer than the 1 s that is vitest's default. */
const expectations = { poll: { timeout: 10_000 } }
/** Tests wait a third of their time: for processes to start, for time to pass. With one more, they take more from each other than it fills. */
const maxWorkers = availableParallelism() + 2

export default defineConfig({
  test: {
    globalSetup: 'test/rig/global-setup.ts',
    ...(isLong && { sequence: { sequencer: LongestFirst } }),
    reporters: ['default', './test/rig/reporter.ts', ...(isLong ? [new ReliabilityReport()] : [])],
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['{shared,services,clients,test/gallery}/**/*.test.ts'],
          exclude: [isolated, '**/node_modules/**'],
        },
      },
      {
        test: {
          ...unit,
          // By its name it runs before `unit`, whose many small files fill the end of a run evenly.
          name: 'isolated-unit',
          include: [`services/${isolated}`],
          exclude: ['**/node_modules/**'],
          isolate: true,
        },
      },
      {
        test: {
          name: 'infra',
          include: ['infra/**/*.test.ts'],
          exclude: isLong ? [] : [long],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'house',
          include: ['test/house/**/*.test.ts'],
          exclude: [long],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      // Each answer is checked against the OpenAPI document by a proxy.
      {
        test: { ...wholeService, name: 'api', include: ['test/api/**/*.test.ts'], provide: { throughPrism: true } },
      },
      {
        test: {
          ...wholeService,
          name: 'system',
          include: ['test/{system,properties}/**/*.test.ts'],
          exclude: [long],
          provide: { throughPrism: false },
        },
      },
      {
        test: {
          ...faults,
          name: 'faults',
          include: isLong ? ['test/{faults,security}/**/*.test.ts', `test/${long}`] : [quick],
          exclude: isLong ? [alone] : [],
          ...(isLong && { maxWorkers: 3, sequence: { groupOrder: 1 } }),
        },
      },
      {
        test: {
          ...faults,
          name: 'faults-alone',
          include: isLong ? [`test/${alone}`] : [],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      // Other files share a process one after the other: to start one and to load its modules would take a tenth of the time.
    ].map(({ test }) => ({
      test: { maxWorkers, isolate: false, expect: expectations, ...test },
      extends: false as const,
    })),
  },
})
