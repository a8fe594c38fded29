import { fileFormats, fileFormatTable } from '@maps/shared/file-formats'
import { describe, expect, it } from 'vitest'
import { PROBLEM_PAGES, problemKinds } from '../../services/gateway/http/problem-kinds.ts'
import { openAddress, openChromium } from '../rig/chromium.ts'
import { type Operation, parseOpenApi } from '../rig/openapi-document.ts'
import { useSystem } from '../rig/shared-system.ts'
import { readShareUrl } from './share-link.ts'
import { shop } from './shop.ts'

const { system } = await useSystem()
const { url } = system

describe('what needs no token', () => {
  it('describes the API as an OpenAPI 3.1 document', async () => {
    const response = await fetch(`${url}/api/v1/openapi.json`)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const document = (await response.json()) as { openapi: string; paths: Record<string, object> }
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.entries(document.paths).flatMap(([path, methods]) => {
      return Object.keys(methods).map((method) => `${method} ${path}`)
    })
    const expected = [
      'delete /maps/{id}',
      'delete /maps/{id}/layout',
      'get /maps',
      'get /maps/{id}',
      ...fileFormats.map((it) => `get ${fileFormatTable[it].path}`),
      'get /maps/{id}/revisions',
      'get /maps/{id}/revisions/{version}',
      'get /workspace',
      'patch /maps/{id}',
      'post /maps',
      'post /previews',
      'put /maps/{id}/layout',
    ]
    expect(operations.toSorted()).toEqual(expected.toSorted())
  })

  it('describes the responses of each operation, and its request headers', async () => {
    const { paths } = parseOpenApi(await (await fetch(`${url}/api/v1/openapi.json`)).text())
    const headersOf = ({ parameters }: Operation) => parameters.filter((it) => it.in === 'header').map((it) => it.name)
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const { responses } = operation
        const all = ['400', '401', '405', '429', '500', '503', ...(path.includes('{id}') ? ['404'] : [])]
        expect(Object.keys(responses), `${method} ${path}`).toEqual(expect.arrayContaining(all))
        for (const status of ['429', '503']) expect(responses[status]!.headers, path).toHaveProperty('Retry-After')
        expect(headersOf(operation), `${method} ${path}`).toContain('X-Request-Id')
      }
    }
    const [list, one] = [paths['/maps']!, paths['/maps/{id}']!]
    expect(headersOf(list['post']!)).toContain('Idempotency-Key')
    for (const operation of [one['patch']!, one['delete']!]) expect(headersOf(operation)).toContain('If-Match')
    for (const operation of [one['get']!, paths['/maps/{id}/export/png']!['get']!])
      expect(headersOf(operation)).toContain('If-None-Match')
  })

  it('has no other methods than GET and HEAD, and says so', async () => {
    for (const path of ['/', '/llms.txt', '/docs/', '/docs/usage.md', '/.well-known/security.txt', '/share/x']) {
      const options = await fetch(url + path, { method: 'OPTIONS' })
      expect([options.status, options.headers.get('allow')], path).toEqual([204, 'GET, HEAD, OPTIONS'])
      const posted = await fetch(url + path, { method: 'POST' })
      expect([posted.status, posted.headers.get('allow')], path).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
  })

  it('opens in a browser at the addresses that are printed: documentation, and a shared map with its picture', async () => {
    const client = await system.createWorkspace({ plan: 'pro' })
    const { id } = await client.createMap({ ...shop, isPublic: true })
    const page = (await readShareUrl(client, id))!
    await using chromium = await openChromium()
    const errors: string[] = []
    /** Opens an address. @returns a function that evaluates the script there */
    async function openAt(address: string, script: string): Promise<() => Promise<unknown>> {
      const tab = await chromium.browser.newPage()
      tab.on('pageerror', (error) => errors.push(String(error)))
      tab.on('response', (it) => void (it.status() >= 400 && errors.push(`${it.status()} ${it.url()}`)))
      await openAddress(tab, address)
      return () => tab.evaluate(script)
    }
    const operations = "document.querySelectorAll('#swagger-ui .opblock').length"
    for (const address of ['/docs', '/docs/']) expect((await fetch(url + address)).url).toBe(`${url}/docs/`)
    await expect.poll(await openAt(`${url}/`, operations)).toBe(26)
    const width = "document.querySelector('img').naturalWidth"
    for (const address of [page, `${page}/`]) await expect.poll(await openAt(address, width)).toBeGreaterThan(100)
    expect(errors).toEqual([])
  }, 60_000)

  it('has a page about each kind of problem, to which the type of an error leads', async () => {
    for (const [kind, { title }] of Object.entries(problemKinds)) {
      const response = await fetch(`${url}${PROBLEM_PAGES}/${kind}`)
      expect([response.status, response.headers.get('content-type')], kind).toEqual([200, 'text/html; charset=utf-8'])
      expect(await response.text()).toContain(`<h1>${title}</h1>`)
    }
    for (const path of ['/api/v1/maps', '/docs/problems/none']) {
      const response = await fetch(url + path)
      const { type, status } = (await response.json()) as { type: string; status: number }
      const page = await fetch(new URL(type, response.url))
      expect(await page.text(), path).toContain(`>${status} `)
    }
  })

  it('has the contact for vulnerabilities and the catalog of APIs at their well-known paths', async () => {
    const catalog = await fetch(`${url}/.well-known/api-catalog`)
    const { linkset } = (await catalog.json()) as { linkset: Record<string, { href: string }[]>[] }
    for (const { anchor: _anchor, ...links } of linkset) {
      for (const { href } of Object.values(links).flat()) expect((await fetch(href)).status, href).toBe(200)
    }
    const contact = /^Contact: (\S+)$/m.exec(await (await fetch(`${url}/.well-known/security.txt`)).text())![1]!
    expect(await (await fetch(contact)).text()).toContain('Report a vulnerability')
  })

  it('reports liveness and readiness', async () => {
    for (const path of ['/livez', '/readyz']) expect((await fetch(url + path)).status).toBe(200)
    const ready = await fetch(`${url}/readyz`)
    expect(await ready.json()).toEqual({ status: 'ready' })
  })
})
