import { exportFormats } from '@maps/shared/file-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '../rig/chromium.ts'
import { joinSystem, type SharedSystem } from '../rig/shared-system.ts'
import { shop } from './shop.ts'

/** An operation of the OpenAPI document, as much of it as is looked at. */
interface Operation {
  parameters: { in: string; name: string }[]
  responses: Record<string, { headers?: object }>
}

let system: SharedSystem
let url: string

beforeAll(async () => {
  system = await joinSystem()
  url = system.url
})
afterAll(() => system[Symbol.asyncDispose]())

describe('what needs no token', () => {
  it('describes the API as an OpenAPI 3.1 document', async () => {
    const answer = await fetch(`${url}/api/v1/openapi.json`)
    const document = (await answer.json()) as { openapi: string; paths: Record<string, object> }
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.entries(document.paths).flatMap(([path, methods]) => {
      return Object.keys(methods).map((method) => `${method} ${path}`)
    })
    expect(operations.toSorted()).toEqual([
      'delete /maps/{id}',
      'get /maps',
      'get /maps/{id}',
      ...exportFormats.toSorted().map((it) => `get /maps/{id}/export/${it}`),
      'get /maps/{id}/picture.svg',
      'patch /maps/{id}',
      'post /maps',
    ])
  })

  it('describes what each operation can answer, and the headers that it takes', async () => {
    const answer = await fetch(`${url}/api/v1/openapi.json`)
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> }
    const headersOf = ({ parameters }: Operation) => parameters.filter((it) => it.in === 'header').map((it) => it.name)
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const { responses } = operation
        const all = ['400', '401', '405', '429', '503', ...(path.includes('{id}') ? ['404'] : [])]
        expect(Object.keys(responses), `${method} ${path}`).toEqual(expect.arrayContaining(all))
        for (const status of ['429', '503']) expect(responses[status]!.headers, path).toHaveProperty('Retry-After')
        expect(headersOf(operation), `${method} ${path}`).toContain('X-Request-Id')
      }
    }
    const [list, one] = [paths['/maps']!, paths['/maps/{id}']!]
    expect(headersOf(list['post']!)).toContain('Idempotency-Key')
    for (const it of [one['patch']!, one['delete']!]) expect(headersOf(it)).toContain('If-Match')
    for (const it of [one['get']!, paths['/maps/{id}/export/png']!['get']!])
      expect(headersOf(it)).toContain('If-None-Match')
  })

  it('opens in a browser at the addresses that are printed: documentation, and a shared map with its picture', async () => {
    const team = await system.createWorkspace({ plan: 'pro' })
    const { id } = await team.createMap({ ...shop, isPublic: true })
    const { headers } = await team.request('GET', `/maps/${id}`)
    const page = /^<([^>]+)>/.exec(headers.get('link')!)![1]!
    await using chromium = await openChromium()
    const faults: string[] = []
    async function see<T>(address: string, what: string): Promise<T> {
      const tab = await chromium.browser.newPage()
      tab.on('pageerror', (error) => faults.push(String(error)))
      tab.on('response', (it) => void (it.status() >= 400 && faults.push(`${it.status()} ${it.url()}`)))
      await tab.goto(address, { waitUntil: 'networkidle0' })
      return tab.evaluate(what) as Promise<T>
    }
    const operations = "document.querySelectorAll('#swagger-ui .opblock').length"
    for (const address of ['/docs', '/docs/', '/']) expect(await see(url + address, operations)).toBe(12)
    const width = "document.querySelector('img').naturalWidth"
    for (const address of [page, `${page}/`]) expect(await see(address, width)).toBeGreaterThan(100)
    expect(faults).toEqual([])
  }, 60_000)

  it('tells whether the service lives and is ready', async () => {
    for (const path of ['/livez', '/readyz']) expect((await fetch(url + path)).status).toBe(200)
    const ready = await fetch(`${url}/readyz`)
    expect(await ready.json()).toEqual({ status: 'ready' })
  })
})
