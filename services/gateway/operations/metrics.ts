import { watchEventLoop } from '@maps/shared/event-loop'
import { type FileFormat, fileFormats } from '@maps/shared/file-formats'
import { secondsBuckets } from '@maps/shared/metrics'
import type { PlanName } from '@maps/shared/plans'
import { within } from '@maps/shared/within'
import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client'
import type { QueueState } from './queue-state.ts'
import type { RedisFacts } from './redis-facts.ts'
import type { ExportOutcome } from '../exports/exporter.ts'

/** Labels of a finished request. All have low cardinality; none names a workspace or map. */
export interface RequestLabels {
  method: string
  route: string
  status: number
  plan: PlanName | 'none'
  /** Whether the request asked for a file of a worker. */
  export: 'true' | 'false'
}

/** Records events as metrics. */
export interface GatewayMetrics {
  observeRequest(labels: RequestLabels, seconds: number): void
  /** Counts a response that failed after its status was sent. */
  countBrokenResponse(): void
  /** Counts a connection that was closed at once, since too many are open. */
  countRefusedConnection(): void
  /** @param status that the call would have in REST */
  observeToolCall(tool: string, status: number, seconds: number): void
  observeExport(format: FileFormat, outcome: ExportOutcome, seconds: number): void
}

/** State that gauges read at each scrape. */
export interface GatewayState {
  countWaiters(): number
  countQueries(): number
  /** Maximum number of connections to the database, and so of concurrent queries. */
  connections: number
  readQueue(): Promise<QueueState>
  /** Reads the memory of the queue's Redis, which refuses exports when it is full. */
  readQueueServer(): Promise<Pick<RedisFacts, 'usedBytes' | 'limitBytes'>>
  /** Rejects if the queue's Redis accepts no writes. */
  checkQueueWrites(): Promise<unknown>
  /** Checks of dependencies other than the queue's Redis. */
  dependencies: Readonly<Record<string, DependencyChecks>>
}

/** Checks of what a dependency must be able to do. A check fails by rejecting, or by false. */
export type DependencyChecks = Partial<Record<'read' | 'write', () => Promise<unknown>>>

/** Time without a response after which a dependency is reported as down. */
const CHECK_TIMEOUT_MS = 1_000

/**
 * Registers the metrics of a gateway. Series of faults that alerts read are 0 from the start: `rate()` does not see the step from a missing
 * series to 1.
 */
export function createMetrics(registry: Registry, state: GatewayState): GatewayMetrics {
  const registers = [registry]
  const requests = new Histogram({
    name: 'maps_http_request_duration_seconds',
    help: 'Requests, from their head to the end of their answer.',
    labelNames: ['method', 'route', 'status', 'plan', 'export'],
    buckets: secondsBuckets,
    registers,
  })
  const failed = new Counter({
    name: 'maps_http_failed_requests_total',
    help: 'Requests with a status of 500 or above.',
    labelNames: ['export'],
    registers,
  })
  for (const value of ['true', 'false']) failed.inc({ export: value }, 0)
  const refused = new Counter({
    name: 'maps_http_refused_connections_total',
    help: 'Connections that were closed at once, since too many were open.',
    registers,
  })
  const broken = new Counter({
    name: 'maps_http_broken_responses_total',
    help: 'Responses that a fault cut short after their status was sent; they count as requests of that status too.',
    registers,
  })
  const exports = new Histogram({
    name: 'maps_export_duration_seconds',
    help: 'Exports as clients meet them: hit, made, refused for the map, options or quota, failed, or ended by the client.',
    labelNames: ['format', 'outcome'],
    buckets: secondsBuckets,
    registers,
  })
  for (const format of fileFormats) exports.zero({ format, outcome: 'failed' })
  const toolCalls = new Histogram({
    name: 'maps_mcp_tool_duration_seconds',
    help: 'Calls of MCP tools, by the status that the same would have had in REST.',
    labelNames: ['tool', 'status'],
    buckets: secondsBuckets,
    registers,
  })
  const readServer = shareReads(state.readQueueServer)
  const gauges = {
    maps_export_waiters: ['Requests of this gateway that wait for a file to be made.', state.countWaiters],
    maps_postgres_queries: ['Queries of this gateway without an answer yet.', state.countQueries],
    maps_postgres_connections_max: [
      'Connections to Postgres of this gateway; queries beyond wait.',
      () => state.connections,
    ],
    maps_queue_redis_used_bytes: [
      'Memory that the Redis of the queue uses.',
      async () => (await readServer())?.usedBytes,
    ],
    maps_queue_redis_limit_bytes: [
      'Memory that the Redis of the queue may use; 0 without a limit.',
      async () => (await readServer())?.limitBytes,
    ],
  } as const
  for (const [name, [help, read]] of Object.entries(gauges)) registry.registerMetric(gauge(name, help, read))
  const readQueue = shareReads(state.readQueue)
  const redis = { read: async () => (await readQueue()) !== undefined, write: state.checkQueueWrites }
  registry.registerMetric(dependencyGauge({ redis, ...state.dependencies }))
  for (const metric of queueMetrics) registry.registerMetric(queueMetric(readQueue, metric))
  return {
    observeRequest(labels, seconds) {
      requests.observe(labels, seconds)
      if (labels.status >= 500) failed.inc({ export: labels.export })
    },
    countBrokenResponse: () => broken.inc(),
    countRefusedConnection: () => refused.inc(),
    observeToolCall: (tool, status, seconds) => toolCalls.observe({ tool, status }, seconds),
    observeExport: (format, outcome, seconds) => exports.observe({ format, outcome }, seconds),
  }
}

/** Creates a gauge whose value is read at each scrape, and absent where it is undefined. */
function gauge(name: string, help: string, read: () => number | undefined | Promise<number | undefined>): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      const value = await read()
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}

/**
 * Creates the gauge of dependencies, for reads and for writes. A check that failed while this process lacked processor time says nothing
 * about the dependency: its value is missing.
 */
function dependencyGauge(dependencies: Readonly<Record<string, DependencyChecks>>): Gauge<'dependency' | 'mode'> {
  return new Gauge({
    name: 'maps_dependency_up',
    help: 'Whether this gateway can read from and write to what it needs: 1 or 0.',
    labelNames: ['dependency', 'mode'],
    registers: [],
    async collect() {
      const checks = Object.entries(dependencies).flatMap(([dependency, modes]) =>
        Object.entries(modes).map(async ([mode, check]) => {
          using eventLoop = watchEventLoop()
          const isUp = Boolean(await withTimeout(check().then((it) => it ?? true)))
          if (!isUp && eventLoop.wasStarved()) this.remove({ dependency, mode })
          else this.set({ dependency, mode }, isUp ? 1 : 0)
        }),
      )
      await Promise.all(checks)
    },
  })
}

/** Creates a metric of the queue. Its value is the same in all gateways, and absent while Redis is unreachable. */
function queueMetric(read: () => Promise<QueueState | undefined>, { name, help, of }: QueueMetric): Gauge | Counter {
  const Metric = name.endsWith('_total') ? Counter : Gauge
  return new Metric({
    name,
    help,
    registers: [],
    async collect() {
      const queue = await read()
      this.remove()
      if (queue) this.inc(of(queue))
    },
  })
}

interface QueueMetric {
  name: string
  help: string
  of(queue: QueueState): number
}

const queueMetrics: QueueMetric[] = [
  { name: 'maps_export_queue_waiting', help: 'Exports that wait for a worker.', of: (it) => it.waiting },
  {
    name: 'maps_export_queue_limit',
    help: 'Maximum number of waiting exports, which grows with the workers; further exports are refused.',
    of: (it) => it.maxWaiting,
  },
  {
    name: 'maps_export_queue_oldest_wait_seconds',
    help: 'How long the oldest export in the queue has waited for a worker.',
    of: (it) => it.oldestWaitMs / 1_000,
  },
  {
    name: 'maps_queue_paused',
    help: 'Whether an operator has paused a queue: 1 or 0.',
    of: (it) => Number(it.isPaused),
  },
  { name: 'maps_render_workers', help: 'Workers that respond and can take exports.', of: (it) => it.workers },
  {
    name: 'maps_workers_lost_total',
    help: 'Workers that ended without a goodbye, froze, or could not reach Redis.',
    of: (it) => it.lostWorkers,
  },
]

/** Makes concurrent calls share one read. */
function shareReads<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let pending: Promise<T | undefined> | undefined
  return () => (pending ??= withTimeout(read()).finally(() => (pending = undefined)))
}

/** Returns the result of work; undefined if it fails or takes longer than CHECK_TIMEOUT_MS. */
async function withTimeout<T>(work: Promise<T>): Promise<T | undefined> {
  return within(CHECK_TIMEOUT_MS, work, () => new Error('too late')).catch(() => undefined)
}
