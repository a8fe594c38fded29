import { createRegistry } from '@maps/shared/metrics'
import express from 'express'
import { expect, it } from 'vitest'
import { readFigures, sumOf } from '../../../test/house/metrics-figures.ts'
import { startServer } from '../../../test/rig/http-server.ts'
import { createHeldBytes } from '../http/held-bytes.ts'
import { setRequestState } from '../http/request-state.ts'
import { respond } from '../http/response.ts'
import { createMetrics } from './metrics.ts'
import { measureRequests } from './request-metrics.ts'

it('an incomplete response is counted as such, besides its status', async () => {
  const registry = createRegistry('gateway', 'a')
  const metrics = createMetrics(registry, {
    countWaiters: () => 0,
    countQueries: () => 0,
    connections: 1,
    readQueue: () => Promise.reject(new Error('away')),
    readQueueServer: () => Promise.reject(new Error('away')),
    checkQueueWrites: async () => {},
    dependencies: {},
  })
  async function* chunks(isWhole: boolean) {
    yield Buffer.from('x')
    if (!isWhole) throw new Error('the database has gone')
  }
  const app = express().use(setRequestState(createHeldBytes(), [measureRequests(metrics)]))
  app.get('/:kind', async (request, response) => {
    const body = { bytesAtATime: 1, [Symbol.asyncIterator]: () => chunks(request.params.kind === 'whole') }
    await respond(response, { status: 200, body })
  })
  await using server = await startServer(app)
  const { url } = server
  expect(await (await fetch(`${url}/whole`)).text()).toBe('x')
  await expect(fetch(`${url}/broken`).then((it) => it.text())).rejects.toBeInstanceOf(TypeError)

  const count = async () => {
    const figures = readFigures(await registry.metrics())
    return {
      broken: sumOf(figures, 'maps_http_broken_responses_total'),
      answered: sumOf(figures, 'maps_http_request_duration_seconds_count', { status: '200' }),
    }
  }
  await expect.poll(count).toEqual({ broken: 1, answered: 2 })
})
