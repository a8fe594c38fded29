import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client'
import type { ServiceName } from './build-id.ts'

/** Histogram buckets in seconds, from milliseconds to the deadline of an export. */
export const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const EVENT_LOOP_RESOLUTION_MS = 20

/** Creates a registry with the metrics of every service: the id of its build, memory, event loop and garbage collection. */
export function createRegistry(service: ServiceName, build: string): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_RESOLUTION_MS })
  new Gauge({
    name: 'maps_build_info',
    help: 'Always 1; its labels name the service and its build.',
    labelNames: ['service', 'build'],
    registers: [registry],
  }).set({ service, build }, 1)
  return registry
}
