import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { isLong } from './test/faults/run-size.ts'
import { LongestFirst } from './test/rig/longest-first.ts'
import { ReliabilityReport } from './test/rig/reliability-report.ts'

const system = {
  include: ['test/system/**/*.test.ts'],
  setupFiles: ['test/rig/seed.ts', 'test/rig/print-logs-on-failure.ts'],
  // A machine of a third of the usual speed takes 20 s to start a system.
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

/** A hook may start PostgreSQL, which takes long where the tests share the machine. */
const unit = { setupFiles: ['test/rig/seed.ts'], testTimeout: 60_000, hookTimeout: 120_000 }

/** Tests whose subject is not what the API answers. */
const aside = [
  'test/system/{admin,backup,browsers,cli,client,client-package,cluster,compression,docs-page,doctor,github-action,llms,logs,mcp,mcp-conformance,metrics,openapi,processes,public-pages,queue-page,readme,s3,share-page,traces}.test.ts',
]
/** Tests that look at all child processes or at the memory of their own process, or replace a module: they get a process for each file. */
const isolated = [
  'services/gateway/http/{byte-reader,png-map}.test.ts',
  'services/render-worker/{browser.chromium,browser/confinement.chromium,browser/lost-font.chromium}.test.ts',
]

/** Half of the time tests wait: for processes to start, for time to pass. */
const maxWorkers = availableParallelism() + 1

const faults = { ...system, testTimeout: 120_000, provide: { throughPrism: false } }
/** Tests with tools that they install first. */
const withTools = {
  alerts: 'test/alerts/*.test.ts',
  house: 'test/house/kubernetes-rendered.test.ts',
  system: 'test/system/generated-clients.test.ts',
}
/** Their results depend on how busy the machine is. */
const alone = [
  'test/faults/{event-loop,kills,overload,slow-clients,slow-machine,starvation,worst-maps}.test.ts',
  'test/security/{fuzz,protocol-abuse}.test.ts',
]
/** What `npm test` takes of the tests of faults and attacks: less than a minute. */
const quick = [
  'test/faults/{duplicates,fault-proxy,half-alive-stores,history,linearizability,redis-guards,retries,token-uses}.test.ts',
  'test/security/protocol-abuse.test.ts',
]

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
          include: ['{shared,services,clients}/**/*.test.ts'],
          exclude: [...isolated, '**/node_modules/**'],
        },
      },
      { test: { ...unit, name: 'unit-isolated', include: isolated, isolate: true } },
      { test: { name: 'infra', include: ['infra/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: { name: 'house', include: ['test/house/**/*.test.ts'], exclude: [withTools.house], testTimeout: 60_000 },
      },
      {
        test: {
          name: 'gallery',
          include: ['test/gallery/**/*.test.ts'],
          testTimeout: 20_000,
          // The browser may have to be unpacked first.
          hookTimeout: 60_000,
        },
      },
      // Each answer is checked against the OpenAPI document by a proxy.
      { test: { ...system, name: 'system', exclude: [...aside, withTools.system], provide: { throughPrism: true } } },
      { test: { ...system, name: 'system-without-proxy', include: aside, provide: { throughPrism: false } } },
      {
        test: {
          ...system,
          name: 'properties',
          include: ['test/properties/**/*.test.ts'],
          provide: { throughPrism: false },
        },
      },
      {
        test: {
          ...faults,
          name: 'faults',
          include: isLong ? ['test/{faults,security}/**/*.test.ts', ...Object.values(withTools)] : quick,
          exclude: isLong ? alone : [],
          // Most of it waits for what it has killed, stopped or cut off.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...faults,
          name: 'faults-alone',
          include: isLong ? alone : [],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      // Other files share a process one after the other: to start one and to load its modules would take a tenth of the time.
    ].map(({ test }) => ({ test: { maxWorkers, isolate: false, ...test }, extends: false as const })),
  },
})
