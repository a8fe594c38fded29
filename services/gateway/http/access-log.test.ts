import { createLogger } from '@maps/shared/logger'
import express from 'express'
import { describe, expect, it, vi } from 'vitest'
import { startServer } from '../../../test/rig/http-server.ts'
import { accessLog } from './access-log.ts'
import { createHeldBytes } from './held-bytes.ts'
import { stateOf, setRequestState } from './request-state.ts'

const token = `mapsws_${'a'.repeat(36)}`

describe('accessLog', () => {
  it('writes one line per request, with the level of its response and without secrets', async () => {
    await using app = await startApp()
    await app.request('/share/abc/map.png?x=1', { headers: { 'X-Request-Id': 'mine' } })
    await app.request(`/maps?token=${token}`, { headers: { 'X-Request-Id': token } })
    await app.request('/broken')
    await app.request('/away')
    await app.request('/cut').catch(() => {})
    await app.request('/livez')
    const leaving = new AbortController()
    const left = app.request('/silent', { signal: leaving.signal }).catch(() => {})
    await app.reached
    leaving.abort()
    await left
    await vi.waitFor(() => expect(app.lines).toHaveLength(6), { timeout: 10_000 })
    const request = { requestId: 'mine', method: 'GET', route: '/share/:shareId/map.png' }
    const ms = expect.any(Number) as number
    expect(app.lines[0]).toEqual({ level: 'info', msg: 'request', ...request, status: 200, ms })
    expect(app.lines[1]).toMatchObject({ route: 'none', requestId: expect.stringMatching(/^[\da-f-]{36}$/) as string })
    expect(app.lines.slice(2)).toMatchObject([
      { level: 'error', status: 500 },
      { level: 'warn', status: 503, reason: 'The queue is full.' },
      { level: 'warn', status: 200, err: new Error('half way') },
      { level: 'info', status: 499 },
    ])
  })
})

/** An app that records its log lines. */
async function startApp() {
  const lines: Record<string, unknown>[] = []
  const log = createLogger('test', 'silent')
  const record = (level: string) => (facts: object, msg: string) => void lines.push({ level, msg, ...facts })
  const recorder = { info: record('info'), warn: record('warn'), error: record('error') }
  const app = express()
  app.use(setRequestState(createHeldBytes(), [accessLog(Object.assign(log, { child: () => recorder }))]))
  app.get('/share/:shareId/map.png', (_request, response) => void response.end())
  app.use('/broken', (_request, response) => void response.status(500).end())
  app.use('/away', (_request, response) => {
    stateOf(response).reason = 'The queue is full.'
    response.status(503).end()
  })
  app.use('/cut', (_request, response) => {
    response.write('half')
    stateOf(response).fault = new Error('half way')
    response.destroy()
  })
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  app.use('/silent', () => reach())
  app.use((_request, response) => void response.end())
  const server = await startServer(app)
  return {
    ...server,
    lines,
    reached,
    request: async (path: string, init?: RequestInit) => (await fetch(server.url + path, init)).text(),
  }
}
