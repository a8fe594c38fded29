import express from 'express'
import { expect, it } from 'vitest'
import { startServer } from '../../../test/rig/http-server.ts'
import { createHeldBytes } from '../http/held-bytes.ts'
import { setRequestState } from '../http/request-state.ts'
import { wellKnownRoutes } from './well-known.ts'

const publicUrl = 'https://maps.test'
const addresses = { publicUrl, apiBase: '/api/v1', documentPath: '/api/v1/openapi.json', mcpPath: '/mcp' }
const DAY_MS = 24 * 60 * 60 * 1_000

async function send(path: string, { method = 'GET', contact }: { method?: string; contact?: string } = {}) {
  const allowance = { quota: 120, remaining: 119, resetSeconds: 1, isExceeded: false }
  const limiter = { peekExceeded: () => undefined, consume: async () => allowance }
  const app = express().use(setRequestState(createHeldBytes()), wellKnownRoutes(limiter, addresses, contact))
  await using server = await startServer(app)
  const response = await fetch(`${server.url}/.well-known/${path}`, { method })
  return { response, text: await response.text() }
}

it('lists the APIs as a linkset, for pages of all origins too', async () => {
  const { response, text } = await send('api-catalog')
  const profile = 'profile="https://www.rfc-editor.org/info/rfc9727"'
  expect(response.headers.get('content-type')).toBe(`application/linkset+json; ${profile}`)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const { linkset } = JSON.parse(text) as { linkset: Record<string, unknown>[] }
  expect(linkset.map((it) => it['anchor'])).toEqual([`${publicUrl}/api/v1`, `${publicUrl}/mcp`])
  expect(linkset[0]).toMatchObject({
    'service-desc': [{ href: `${publicUrl}/api/v1/openapi.json`, type: 'application/json' }],
    status: [{ href: `${publicUrl}/readyz` }],
  })
})

it('names the catalog in a link, which HEAD has to have', async () => {
  const { response, text } = await send('api-catalog', { method: 'HEAD' })
  expect([response.status, text]).toEqual([200, ''])
  expect(response.headers.get('link')).toBe('</.well-known/api-catalog>; rel="api-catalog"')
})

it('says where to report a vulnerability, for less than a year', async () => {
  const { response, text } = await send('security.txt', { contact: 'mailto:security@example.com' })
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = new Map(Array.from(text.matchAll(/^([A-Z][a-z]+): (\S+)$/gm), ([, name, value]) => [name, value]))
  expect(fields.get('Contact')).toBe('mailto:security@example.com')
  expect(fields.get('Canonical')).toBe(`${publicUrl}/.well-known/security.txt`)
  const days = (new Date(fields.get('Expires')!).getTime() - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

it('names the page about it without a contact of the operator', async () => {
  const { text } = await send('security.txt')
  expect(text).toContain(`Contact: ${publicUrl}/docs/security.md\n`)
})
