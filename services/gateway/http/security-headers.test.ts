import express from 'express'
import helmet from 'helmet'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { respond } from './response.ts'
import { answerWith, safeHeaders, setHeaders } from './security-headers.ts'
import { openExchange } from './exchange.ts'
import { inTurn } from './in-turn.ts'

const strict = { contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } }
const forPages = { ...strict, referrerPolicy: { policy: 'same-origin' } } as const

describe('the headers of every answer', () => {
  it('are what Helmet itself would set, whoever answers', async () => {
    await using app = await startApp()
    const theirs = await app.headersOf('/theirs')
    expect(theirs).toHaveProperty('content-security-policy', "default-src 'none'")
    expect(await app.headersOf('/ours')).toEqual(theirs)
    expect(await app.headersOf('/ours')).toEqual(theirs)
    expect(await app.headersOf('/express')).toEqual(theirs)
    expect(await app.headersOf('/pages')).toEqual({ ...theirs, 'referrer-policy': 'same-origin' })
  })

  it('are each sent once, also where Express has set one before', async () => {
    await using app = await startApp()
    expect(await app.headersOf('/both')).toEqual(await app.headersOf('/ours'))
  })
})

/** An app that answers in all the ways there are. */
async function startApp() {
  const app = express().disable('x-powered-by').disable('etag')
  app.use('/theirs', helmet(strict), (_request, response) => void response.end('x'))
  app.use(inTurn(openExchange(safeHeaders(strict), [])))
  app.use('/ours', (_request, response) => respond(response, { status: 200, body: 'x' }))
  app.use('/both', inTurn(setHeaders), (_request, response) => respond(response, { status: 200, body: 'x' }))
  app.use('/express', inTurn(setHeaders), (_request, response) => void response.end('x'))
  app.use('/pages', inTurn(answerWith(safeHeaders(forPages))), (_request, response) =>
    respond(response, { status: 200, body: 'x' }),
  )
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** Without those that are another's each time. */
    async headersOf(path: string): Promise<Record<string, string>> {
      const { headers } = await fetch(base + path)
      return Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)))
    },
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}
