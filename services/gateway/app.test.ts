import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../test/rig/http-server.ts'
import { createBareApp, listRoutes } from '../../test/rig/route-list.ts'
import { pageFiles } from './docs/routes.ts'
import { Health } from './http/health.ts'
import type { GatewayMetrics } from './operations/metrics.ts'

const noMetrics: GatewayMetrics = {
  observeRequest() {},
  countBrokenResponse() {},
  countRefusedConnection() {},
  observeToolCall() {},
  observeExport() {},
}

let isExceeded: boolean
/** Keys of all counted requests. */
let counted: string[]
let url: string

beforeEach(async () => {
  isExceeded = false
  counted = []
  const health = new Health(async () => 'writable')
  health.start()
  const app = createBareApp({
    health,
    metrics: noMetrics,
    limiter: {
      peekExceeded: () => undefined,
      async consume(key, quota) {
        counted.push(key)
        return { quota, remaining: 0, resetSeconds: 60, isExceeded }
      },
    },
  })
  const server = await startServer(app)
  onTestFinished(() => server[Symbol.asyncDispose]())
  url = server.url
})

const get = (path: string): Promise<Response> => fetch(url + path, { redirect: 'manual' })

it('limits requests for everything that needs no token, except for probes, redirects and the files of public pages', async () => {
  isExceeded = true
  const statuses: Record<string, number> = {}
  for (const route of listRoutes().filter((it) => it.startsWith('GET '))) {
    const path = route.replace('GET ', '')
    statuses[path] = (await get(path.replaceAll(/:\w+/g, 'x'))).status
  }
  expect(statuses).toMatchObject({ '/api/v1/openapi.json': 429, '/docs/': 429, '/docs/swagger-ui-bundle.js': 429 })
  const unlimited = Object.entries(statuses).filter(([, status]) => status !== 401 && status !== 429)
  expect(Object.fromEntries(unlimited)).toEqual({
    '/': 308,
    '/docs': 308,
    '/livez': 200,
    '/readyz': 200,
    '/share/assets/:file': 404,
  })
})

it('counts one request of each quota for a visit of the documentation page', async () => {
  const paths = [...pageFiles.keys()].map((it) => (it === 'index.html' ? '/docs/' : `/docs/${it}`))
  for (const path of [...paths, '/api/v1/openapi.json']) expect((await get(path)).status, path).toBe(200)
  expect(counted).toHaveLength(paths.length + 1)
  expect(new Set(counted).size).toBe(counted.length)
})
