import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client'
import manifest from './package.json' with { type: 'json' }

/** Histogram buckets in seconds, from milliseconds to the deadline of an export. */
export const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The version of this build, from package.json. */
export const buildVersion = manifest.version

const EVENT_LOOP_RESOLUTION_MS = 20

/** Makes a registry with the metrics of every service: its build, memory, event loop and garbage collection. */
export function createRegistry(service: 'gateway' | 'render-worker'): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_RESOLUTION_MS })
  new Gauge({
    name: 'maps_build_info',
    help: 'Always 1; its labels tell which build this is.',
    labelNames: ['service', 'version'],
    registers: [registry],
  }).set({ service, version: buildVersion }, 1)
  return registry
}
