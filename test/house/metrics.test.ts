import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { exportFormats, fileFormats } from '@maps/shared/file-formats'
import { createRegistry } from '@maps/shared/metrics'
import { Registry } from '@prometheus-io/client'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createMetrics as createGatewayMetrics, type GatewayState } from '../../services/gateway/operations/metrics.ts'
import type { QueueState } from '../../services/gateway/operations/queue-state.ts'
import { createMetrics as createWorkerMetrics } from '../../services/render-worker/metrics.ts'
import { causes, healthy } from '../alerts/causes.ts'
import { type Figure, type Metric, readFigures, readMetrics } from './metrics-figures.ts'
import { asScraped, findQueryErrors, readAlerts, readQueries, readText } from './metrics-queries.ts'

const queueState: QueueState = {
  workers: 1,
  lostWorkers: 4,
  isPaused: true,
  waiting: 2,
  maxWaiting: 64,
  oldestWaitMs: 3_000,
  demand: { backlog: 0, oldestWaitMs: 0 },
}

const idleGateway: GatewayState = {
  countWaiters: () => 0,
  countQueries: () => 0,
  connections: 10,
  readQueue: async () => queueState,
  readQueueServer: async () => ({ usedBytes: 1, limitBytes: 2 }),
  checkQueueWrites: async () => {},
  dependencies: {
    postgres: { read: async () => true, write: async () => true },
    artifacts: { read: async () => [], write: async () => {} },
  },
}

/** Records one observation of each kind. @returns the metrics of both services */
async function scrapeServices() {
  const registries = { gateway: createRegistry('gateway', 'a'), 'render-worker': createRegistry('render-worker', 'a') }
  const gateway = createGatewayMetrics(registries.gateway, idleGateway)
  const worker = createWorkerMetrics(registries['render-worker'])
  worker.browserReplaced('lost', 1)
  for (const route of ['/api/v1/maps', '/api/v1/maps/:id/export/png']) {
    for (const status of [200, 503])
      gateway.observeRequest({ method: 'GET', route, status, plan: 'pro', export: 'false' }, 1)
  }
  for (const format of exportFormats) {
    for (const outcome of ['hit', 'made', 'failed'] as const) gateway.observeExport(format, outcome, 1)
    for (const stage of ['wait', 'render', 'store'] as const) {
      worker.stageDone({ format, stage, outcome: 'done', seconds: 1 })
    }
  }
  return { gateway: await registries.gateway.metrics(), 'render-worker': await registries['render-worker'].metrics() }
}

const texts = await scrapeServices()
const metrics = Object.values(texts).flatMap((it) => readMetrics(it))
const figures = asScraped({
  'maps-gateway': readFigures(texts.gateway),
  'maps-render-worker': readFigures(texts['render-worker']),
})

/** Checks a metric against https://prometheus.io/docs/practices/naming. */
function findNamingErrors({ name, type, help }: Metric): string[] {
  const errors = []
  if (!/^maps(_[a-z]+)+$/.test(name)) errors.push('is not maps_ and lower-case words')
  if ((type === 'counter') !== name.endsWith('_total')) errors.push('_total is for counters, and for them alone')
  if (type === 'histogram' && !/_(seconds|bytes|jobs)$/.test(name)) errors.push('a histogram ends with its unit')
  if (/_(ms|milliseconds|minutes|hours|kb|mb|kilobytes|megabytes|percent)(_|$)/.test(name))
    errors.push('is no base unit')
  if (/_(count|sum|bucket)$/.test(name)) errors.push('ends as a part of a histogram does')
  if (!/^[A-Z].*\.$/.test(help)) errors.push('its help is no sentence')
  return errors.map((it) => `${name}: ${it}`)
}

describe('a metric of ours', () => {
  it('is named and explained as Prometheus advises', () => {
    const ours = metrics.filter((it) => it.name.startsWith('maps_'))
    expect(ours.length).toBeGreaterThan(7)
    expect(ours.flatMap(findNamingErrors)).toEqual([])
  })

  it('control: is found where its name or help is wrong', () => {
    const wrong: Metric[] = [
      { name: 'maps_requests', type: 'counter', help: 'Requests.' },
      { name: 'maps_waiting_total', type: 'gauge', help: 'Exports.' },
      { name: 'maps_wait_ms', type: 'gauge', help: 'Wait.' },
      { name: 'maps_render', type: 'histogram', help: 'Renders.' },
      { name: 'renderSeconds', type: 'gauge', help: 'Renders.' },
      { name: 'maps_build', type: 'gauge', help: '' },
    ]
    for (const metric of wrong) expect(findNamingErrors(metric), metric.name).toHaveLength(1)
  })

  it('has at most twelve buckets besides +Inf', () => {
    const bounds = Object.groupBy(
      figures.filter((it) => /^maps_.*_bucket$/.test(it.name)),
      (it) => it.name,
    )
    expect(Object.keys(bounds)).toHaveLength(4)
    for (const lines of Object.values(bounds)) expect(new Set(lines!.map((it) => it.labels.le)).size).toBeLessThan(14)
  })
})

describe('the metrics of the queue', () => {
  it('are missing while Redis is unreachable, and all others are there', async () => {
    const registry = new Registry()
    let isUnreachable = false
    createGatewayMetrics(registry, {
      countWaiters: () => 5,
      countQueries: () => 3,
      connections: 10,
      readQueue: () => (isUnreachable ? new Promise(() => {}) : Promise.resolve(queueState)),
      readQueueServer: async () =>
        isUnreachable ? Promise.reject(new Error('unreachable')) : { usedBytes: 1, limitBytes: 2 },
      checkQueueWrites: async () => Promise.reject(new Error('a replica')),
      dependencies: {
        postgres: { read: async () => true, write: async () => false },
        artifacts: { read: async () => Promise.reject(new Error('unreachable')) },
      },
    })
    const readValues = async () =>
      Object.fromEntries(
        readFigures(await registry.metrics())
          .filter((it) => !it.name.startsWith('maps_export_duration_seconds'))
          .map((it) => [`${it.name} ${it.labels.mode ?? ''} ${it.labels.dependency ?? ''}`.trim(), it.value]),
      )
    const counts = {
      maps_export_waiters: 5,
      maps_http_broken_responses_total: 0,
      maps_http_failed_requests_total: 0,
      maps_http_refused_connections_total: 0,
      maps_postgres_queries: 3,
      maps_postgres_connections_max: 10,
    }
    const rest = {
      ...counts,
      'maps_dependency_up read postgres': 1,
      'maps_dependency_up write postgres': 0,
      'maps_dependency_up read artifacts': 0,
      'maps_dependency_up write redis': 0,
    }
    const queue = {
      maps_export_queue_waiting: 2,
      maps_export_queue_limit: 64,
      maps_export_queue_oldest_wait_seconds: 3,
      maps_queue_paused: 1,
      maps_queue_redis_used_bytes: 1,
      maps_queue_redis_limit_bytes: 2,
      maps_render_workers: 1,
      maps_workers_lost_total: 4,
    }
    expect(await readValues()).toEqual({ ...rest, ...queue, 'maps_dependency_up read redis': 1 })
    isUnreachable = true
    expect(await readValues()).toEqual({ ...rest, 'maps_dependency_up read redis': 0 })
    isUnreachable = false
    expect(await readValues()).toMatchObject(queue)
  })
})

describe('a series of faults', () => {
  it('is 0 from the start, since rate() does not see the step from a missing series to 1', async () => {
    const registry = new Registry()
    createGatewayMetrics(registry, idleGateway)
    const figures = readFigures(await registry.metrics())
    const valuesOf = (name: string, labels: Readonly<Record<string, string>>) =>
      figures.filter((it) => it.name === name && isDeepStrictEqual(it.labels, labels)).map((it) => it.value)
    for (const format of fileFormats)
      expect(valuesOf('maps_export_duration_seconds_count', { format, outcome: 'failed' }), format).toEqual([0])
    for (const value of ['true', 'false'])
      expect(valuesOf('maps_http_failed_requests_total', { export: value })).toEqual([0])
    for (const name of ['maps_http_refused_connections_total', 'maps_http_broken_responses_total'])
      expect(valuesOf(name, {}), name).toEqual([0])
  })
})

describe('every query of the dashboard and the alerts', () => {
  it('names existing metrics, labels and values', () => {
    const queries = readQueries()
    expect(queries.length).toBeGreaterThan(25)
    expect(queries.flatMap((it) => findQueryErrors(it, figures))).toEqual([])
  })

  it('control: an unknown metric, label or value is found', () => {
    const wrong = {
      'sum(maps_export_queue_depth)': 'no figure maps_export_queue_depth',
      'sum by (rout) (maps_http_request_duration_seconds_count)':
        'maps_http_request_duration_seconds_count has no label rout',
      'maps_export_duration_seconds_count{result="made"}': 'nothing has result="made"',
      'maps_export_duration_seconds_count{outcome="faild"}': 'nothing has outcome="faild"',
      'maps_http_request_duration_seconds_count{status=~"6.."}': 'nothing has status=~"6.."',
      'up{job="worker"}': 'nothing has job="worker"',
      'sum(up': 'no PromQL at 6',
    }
    for (const [text, error] of Object.entries(wrong)) {
      expect(findQueryErrors({ of: 'q', text }, figures)).toEqual([`q: ${error}`])
    }
  })
})

describe('every alert', () => {
  it('has a cause, in its order, and no other has one', () => {
    expect(Object.keys(causes)).toEqual(readAlerts().map((it) => it.alert))
  })

  it('is caused by series that the services, Prometheus or machines have', () => {
    const series = [healthy, ...Object.values(causes).map((it) => it.series)].flatMap((it) => Object.keys(it))
    expect(new Set(series).size).toBeGreaterThan(30)
    expect(series.flatMap(findSeriesErrors)).toEqual([])
  })

  it('control: a series that nothing has is found', () => {
    const wrong = ['maps_queue_full{job="maps-gateway"}', 'up{job="gateway"}', 'maps_render_workers{kind="x"}']
    for (const series of wrong) expect(findSeriesErrors(series), series).toHaveLength(1)
  })
})

/** Labels whose values in causes are of our choice. */
const freeLabels = /(\b(?:instance|build)=)"[^"]*"/g

/** Compares the name and labels of a series with those of all figures. */
function findSeriesErrors(series: string): string[] {
  const [found] = readFigures(`${series} 1`.replaceAll(', ', ',').replaceAll(freeLabels, '$1""'))
  const isMatch = (it: Figure): boolean =>
    it.name === found!.name &&
    Object.entries(found!.labels).every(([key, value]) => value === '' || it.labels[key] === value)
  return figures.some(isMatch) ? [] : [series]
}

/** Names of services in a command of Docker Compose. */
function servicesIn(command: string): string[] {
  const [, , verb = '', ...words] = command.split(' | ')[0]!.split(' ')
  const names = words.filter((it) => /^[a-z][a-z-]+$/.test(it))
  if (verb === 'exec') return names.slice(0, 1)
  return verb === 'ps' || verb === 'logs' ? names : []
}

describe('the runbook', () => {
  it('has an entry of three parts for every alert, in their order, and no other', () => {
    const entries = readText('docs/runbook.md').split(/^## /m).slice(1)
    expect(entries.map((it) => it.split('\n')[0])).toEqual(readAlerts().map((it) => it.alert))
    for (const entry of entries) {
      expect([...entry.matchAll(/^- \*\*(\w+)\*\*: /gm)].map((it) => it[1])).toEqual(['Symptom', 'Look', 'Do'])
    }
  })

  it('is the target of each alert, which has a severity and a summary', () => {
    for (const { alert, labels, annotations } of readAlerts()) {
      expect(annotations.runbook_url).toBe(`{{ $externalLabels.runbook }}#${alert.toLowerCase()}`)
      expect(annotations.summary).toMatch(/\S/)
      expect(['page', 'ticket']).toContain(labels.severity)
    }
  })

  it('has commands for every alert, which name services of docker-compose.yml', () => {
    const { services } = parse(readText('docker-compose.yml'), { merge: true }) as { services: Record<string, object> }
    for (const entry of readText('docs/runbook.md').split(/^## /m).slice(1)) {
      const [, commands = ''] = /^```sh\n(.*?)^```$/ms.exec(entry) ?? []
      expect(commands, entry).toMatch(/^docker /m)
      const named = commands.split('\n').flatMap(servicesIn)
      for (const name of named) expect(services, commands).toHaveProperty(name)
    }
  })

  it('leaves the numbers of services to `.env`, as all documents do', () => {
    const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: fileURLToPath(new URL('../../', import.meta.url)) })
    const commands = documents.flatMap((it) =>
      [...readText(it).matchAll(/^docker compose .*$/gm)].map(([line]) => line),
    )
    expect(commands.length).toBeGreaterThan(50)
    expect(commands.filter((it) => it.includes('--scale'))).toEqual([])
  })

  it('names panels that the dashboard has', () => {
    const titles = readText('infra/grafana/dashboards/maps.json').matchAll(/"title": "(.*)"/g)
    const known = [...titles].map((it) => it[1]!)
    const named = [...readText('docs/runbook.md').matchAll(/(?<!\w)_([A-Z][^_\n]+)_/g)].map((it) => it[1]!)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !known.some((it) => it.startsWith(name)))).toEqual([])
  })
})
