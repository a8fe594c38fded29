/** A stretch of time in which a series grows by a step each minute, or keeps its value; undefined: the series is missing. */
export type Course = { value: number; step?: number } | undefined

/** What makes an alert fire, as the series that it changes. */
export interface Cause {
  /** What happens. */
  story: string
  /** The series, with the labels by which scrapes have them, while it happens. Before and after, they are healthy. */
  series: Readonly<Record<string, Course>>
  /** How long it lasts, in minutes: until shortly after the alert must fire. */
  minutes: number
  /** Minutes after its end until the alert is resolved; 20 by default. */
  resolvesWithin?: number
  /** Alerts that fire too, since the cause is theirs as well. */
  with?: readonly string[]
}

const gateway = 'job="maps-gateway", instance="gateway"'
const worker = 'job="maps-render-worker", instance="worker"'
const route = 'method="GET", route="/api/v1/maps", plan="pro", export="false"'
const format = 'format="png"'
const volume = 'namespace="maps", persistentvolumeclaim="data-postgres-0"'
const otherVolume = 'namespace="other", persistentvolumeclaim="data-postgres-0"'

/** All series of a healthy service that the alerts read. A counter grows by `step` a minute. */
export const healthy: Readonly<Record<string, NonNullable<Course>>> = {
  [`up{${gateway}}`]: { value: 1 },
  [`up{${worker}}`]: { value: 1 },
  [`maps_build_info{${gateway}, service="gateway", build="a"}`]: { value: 1 },
  [`maps_build_info{${worker}, service="render-worker", build="a"}`]: { value: 1 },
  [`process_start_time_seconds{${gateway}}`]: { value: 1_000 },
  [`process_start_time_seconds{${worker}}`]: { value: 1_000 },
  [`nodejs_eventloop_lag_p99_seconds{${gateway}}`]: { value: 0.021 },
  [`nodejs_eventloop_lag_p99_seconds{${worker}}`]: { value: 0.021 },
  [`maps_dependency_up{${gateway}, dependency="postgres", mode="read"}`]: { value: 1 },
  [`maps_dependency_up{${gateway}, dependency="postgres", mode="write"}`]: { value: 1 },
  [`maps_dependency_up{${gateway}, dependency="redis", mode="read"}`]: { value: 1 },
  [`maps_dependency_up{${gateway}, dependency="redis", mode="write"}`]: { value: 1 },
  [`maps_dependency_up{${gateway}, dependency="artifacts", mode="read"}`]: { value: 1 },
  [`maps_dependency_up{${gateway}, dependency="artifacts", mode="write"}`]: { value: 1 },
  [`maps_render_workers{${gateway}}`]: { value: 1 },
  [`maps_export_queue_waiting{${gateway}}`]: { value: 0 },
  [`maps_export_queue_limit{${gateway}}`]: { value: 64 },
  [`maps_queue_paused{${gateway}}`]: { value: 0 },
  [`maps_workers_lost_total{${gateway}}`]: { value: 0 },
  [`maps_export_queue_oldest_wait_seconds{${gateway}}`]: { value: 0 },
  [`maps_queue_redis_used_bytes{${gateway}}`]: { value: 1e6 },
  [`maps_queue_redis_limit_bytes{${gateway}}`]: { value: 512e6 },
  [`maps_http_broken_responses_total{${gateway}}`]: { value: 0 },
  [`maps_http_request_duration_seconds_count{${gateway}, ${route}, status="200"}`]: { value: 0, step: 1_000 },
  [`maps_http_failed_requests_total{${gateway}, export="false"}`]: { value: 0 },
  [`maps_http_refused_connections_total{${gateway}}`]: { value: 0 },
  ...buckets(`maps_http_request_duration_seconds_bucket{${gateway}, ${route}, status="200"`, 1_000),
  [`maps_export_duration_seconds_count{${gateway}, ${format}, outcome="made"}`]: { value: 0, step: 100 },
  [`maps_export_duration_seconds_count{${gateway}, ${format}, outcome="failed"}`]: { value: 0 },
  [`maps_export_duration_seconds_bucket{${gateway}, ${format}, outcome="made", le="30"}`]: { value: 0, step: 100 },
  ...buckets(`maps_export_stage_duration_seconds_bucket{${worker}, ${format}, stage="render", outcome="done"`, 100),
  [`maps_browser_jobs_count{${worker}, reason="lost"}`]: { value: 0 },
  [`kubelet_volume_stats_available_bytes{${volume}}`]: { value: 50e9 },
  [`kubelet_volume_stats_capacity_bytes{${volume}}`]: { value: 100e9 },
  // The nearly full disk of another service in the cluster.
  [`kubelet_volume_stats_available_bytes{${otherVolume}}`]: { value: 5e9 },
  [`kubelet_volume_stats_capacity_bytes{${otherVolume}}`]: { value: 100e9 },
}

/** Buckets of a histogram whose observations, so many a minute, all take less than 0.1 s. */
function buckets(prefix: string, aMinute: number): Record<string, NonNullable<Course>> {
  const course = { value: 0, step: aMinute }
  return Object.fromEntries(['0.1', '1', '10', '+Inf'].map((le) => [`${prefix}, le="${le}"}`, course]))
}

const failedRequests = `maps_http_failed_requests_total{${gateway}, export="false"}`
const failedExports = `maps_export_duration_seconds_count{${gateway}, ${format}, outcome="failed"}`

/** A cause of each alert of `infra/prometheus/alerts.yml`, by its name. */
export const causes: Readonly<Record<string, Cause>> = {
  NoGateway: {
    story: 'The only gateway is gone, and its target with it.',
    series: Object.fromEntries(
      Object.keys(healthy)
        .filter((it) => it.includes(gateway))
        .map((it) => [it, undefined]),
    ),
    minutes: 4,
  },
  DependencyAway: {
    story: 'Postgres accepts no writes.',
    series: { [`maps_dependency_up{${gateway}, dependency="postgres", mode="write"}`]: { value: 0 } },
    minutes: 4,
  },
  RequestsBurnFast: {
    story: 'One request of fifty gets 5xx for an hour.',
    series: { [failedRequests]: { value: 0, step: 20 } },
    minutes: 60,
    with: ['RequestsBurnSlow'],
    resolvesWithin: 40,
  },
  RequestsBurnSlow: {
    story: 'One request of a hundred gets 5xx for five hours.',
    series: { [failedRequests]: { value: 0, step: 10 } },
    minutes: 300,
    resolvesWithin: 40,
  },
  ExportsBurnFast: {
    story: 'A fifth of the exports takes longer than 30 s for an hour.',
    series: {
      [`maps_export_duration_seconds_bucket{${gateway}, ${format}, outcome="made", le="30"}`]: { value: 0, step: 80 },
    },
    minutes: 60,
    with: ['ExportsBurnSlow'],
    resolvesWithin: 40,
  },
  ExportsBurnSlow: {
    story: 'A tenth of the exports fails for five hours.',
    series: { [failedExports]: { value: 0, step: 11 } },
    minutes: 300,
    with: ['ExportsFail'],
    resolvesWithin: 40,
  },
  ExportsFail: {
    story: 'A tenth of the exports fails.',
    series: { [failedExports]: { value: 0, step: 11 } },
    minutes: 12,
  },
  ResponsesBreak: {
    story: 'One response of two hundred breaks off.',
    series: { [`maps_http_broken_responses_total{${gateway}}`]: { value: 0, step: 5 } },
    minutes: 12,
  },
  ConnectionsRefused: {
    story: 'Ten connections a minute are refused.',
    series: { [`maps_http_refused_connections_total{${gateway}}`]: { value: 0, step: 10 } },
    minutes: 6,
  },
  RequestsSlow: {
    story: 'One request of twenty takes more than 1 s.',
    series: Object.fromEntries(
      ['0.1', '1'].map((le) => [
        `maps_http_request_duration_seconds_bucket{${gateway}, ${route}, status="200", le="${le}"}`,
        { value: 0, step: 950 },
      ]),
    ),
    minutes: 17,
  },
  ExportsWait: {
    story: 'The oldest export waits for 12 s.',
    series: { [`maps_export_queue_oldest_wait_seconds{${gateway}}`]: { value: 12 } },
    minutes: 4,
  },
  QueueNearlyFull: {
    story: '60 exports wait.',
    series: { [`maps_export_queue_waiting{${gateway}}`]: { value: 60 } },
    minutes: 4,
  },
  QueuePaused: {
    story: 'An operator has paused the queue.',
    series: { [`maps_queue_paused{${gateway}}`]: { value: 1 } },
    minutes: 8,
  },
  NoRenderWorkers: {
    story: 'The only worker is frozen.',
    series: { [`maps_render_workers{${gateway}}`]: { value: 0 } },
    minutes: 4,
  },
  WorkersLost: {
    story: 'A worker is lost each minute.',
    series: { [`maps_workers_lost_total{${gateway}}`]: { value: 0, step: 1 } },
    minutes: 5,
  },
  RendersSlow: {
    story: 'One picture of ten takes more than 1 s.',
    series: Object.fromEntries(
      ['0.1', '1'].map((le) => [
        `maps_export_stage_duration_seconds_bucket{${worker}, ${format}, stage="render", outcome="done", le="${le}"}`,
        { value: 0, step: 90 },
      ]),
    ),
    minutes: 22,
  },
  BrowsersLost: {
    story: 'A worker loses Chromium each minute.',
    series: { [`maps_browser_jobs_count{${worker}, reason="lost"}`]: { value: 0, step: 1 } },
    minutes: 8,
  },
  InstanceDown: {
    story: 'A worker hangs: its target is there, and does not respond.',
    series: {
      [`up{${worker}}`]: { value: 0 },
      ...Object.fromEntries(
        Object.keys(healthy)
          .filter((it) => it.includes(worker) && !it.startsWith('up{'))
          .map((it) => [it, undefined]),
      ),
    },
    minutes: 6,
  },
  InstanceRestarts: {
    story: 'A worker is ended and started again each minute.',
    series: { [`process_start_time_seconds{${worker}}`]: { value: 1_000, step: 60 } },
    minutes: 5,
  },
  EventLoopBlocked: {
    story: 'A gateway gets to its work after half a second.',
    series: { [`nodejs_eventloop_lag_p99_seconds{${gateway}}`]: { value: 0.5 } },
    minutes: 8,
  },
  RedisNearlyFull: {
    story: 'The Redis of the queue uses nine tenths of its memory.',
    series: { [`maps_queue_redis_used_bytes{${gateway}}`]: { value: 461e6 } },
    minutes: 8,
  },
  PostgresDiskNearlyFull: {
    story: 'A tenth of the volume of Postgres is free.',
    series: {
      [`kubelet_volume_stats_available_bytes{${volume}}`]: { value: 10e9 },
    },
    minutes: 8,
  },
  BuildsDiffer: {
    story: 'A worker of the new build runs beside one of the old build.',
    series: {
      ['maps_build_info{job="maps-render-worker", instance="new", service="render-worker", build="b"}']: { value: 1 },
    },
    minutes: 65,
  },
}
