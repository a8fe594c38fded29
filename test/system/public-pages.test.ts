import { exportFormats } from '@maps/shared/export-job'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '../rig/chromium.ts'
import { startSystem, type System } from '../rig/system.ts'
import { shop } from './shop.ts'

/** An operation of the OpenAPI document, as much of it as is looked at. */
interface Operation {
  parameters: { in: string; name: string }[]
  responses: Record<string, { headers?: object }>
}

let system: System
let url: string

beforeAll(async () => {
  system = await startSystem()
  url = system.gateways[0]!.url
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

  it('has a page to read and try the API, which loads nothing from elsewhere', async () => {
    const page = await fetch(`${url}/docs/`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    const html = await page.text()
    const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((it) => it[1]!)
    expect(sources.length).toBeGreaterThan(3)
    for (const source of sources) {
      const address = new URL(source, `${url}/docs/`)
      expect(address.origin).toBe(url)
      expect((await fetch(address)).status, source).toBe(200)
    }
    const script = await (await fetch(`${url}/docs/swagger-initializer.js`)).text()
    expect(script).toContain('/api/v1/openapi.json')
    expect((await fetch(`${url}/docs`)).status).toBe(200)
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
    const title = "document.querySelector('.swagger-ui .info .title')?.textContent"
    for (const address of ['/docs', '/docs/', '/']) expect(await see(url + address, title)).toContain('Maps Service')
    const width = "document.querySelector('img').naturalWidth"
    for (const address of [page, `${page}/`]) expect(await see(address, width)).toBeGreaterThan(100)
    expect(faults).toEqual([])
  }, 60_000)

  it('lets a visitor try each export as it stands, shows the picture, and keeps the token for the visit', async () => {
    const team = await system.createWorkspace({ plan: 'pro' })
    const { id } = await team.createMap(shop)
    await using chromium = await openChromium()
    const page = await chromium.browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (it) => void (it.type() === 'error' && faults.push(it.text())))
    const open = () => page.goto(`${url}/docs/`, { waitUntil: 'networkidle0' })

    async function tryOut(format: string): Promise<string> {
      const operation = `[id$="${operationIds[format]}"]`
      await page.locator(`${operation} .opblock-summary-control`).click()
      await page.locator(`${operation} .try-out__btn`).click()
      await page.locator(`${operation} input[placeholder="id"]`).fill(id)
      await page.locator(`${operation} .execute`).click()
      const status = `${operation} .live-responses-table tbody .response-col_status`
      await page.waitForSelector(status)
      return (await page.evaluate(`document.querySelector('${status}').textContent.trim()`)) as string
    }

    const { paths } = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, { get?: { operationId: string } }>
    }
    const operationIds = Object.fromEntries(
      exportFormats.map((it) => [it, paths[`/maps/{id}/export/${it}`]!.get!.operationId]),
    )
    await open()
    await page.locator('.btn.authorize').click()
    await page.locator('.auth-container input').fill(team.token)
    await page.locator('.auth-btn-wrapper .authorize').click()
    await page.locator('.btn-done').click()
    const statuses: Record<string, string> = {}
    for (const format of exportFormats) statuses[format] = await tryOut(format)
    expect(statuses).toEqual(Object.fromEntries(exportFormats.map((it) => [it, '200'])))
    await page.waitForSelector('.live-responses-table img')
    const width =
      "(async (it) => (await it.decode(), it.naturalWidth))(document.querySelector('.live-responses-table img'))"
    expect(await page.evaluate(width)).toBeGreaterThan(100)
    await open()
    expect(await tryOut('markdown')).toBe('200')
    expect(faults).toEqual([])
  }, 60_000)

  it('tells whether the service lives and is ready', async () => {
    for (const path of ['/livez', '/readyz']) expect((await fetch(url + path)).status).toBe(200)
    const ready = await fetch(`${url}/readyz`)
    expect(await ready.json()).toEqual({ status: 'ready' })
  })
})
