import { type ServiceError, Unavailable } from '@maps/shared/errors'
import { createLogger } from '@maps/shared/logger'
import express, { type Request, type Response } from 'express'
import { expect, it } from 'vitest'
import { startServer } from '../../../test/rig/http-server.ts'
import { settings } from '../config.ts'
import { allowOrigins, refuseForeignOrigins } from './cors.ts'
import { createHeldBytes } from './held-bytes.ts'
import { setRequestState } from './request-state.ts'
import { handleErrors } from './problems.ts'

const origin = 'https://app.example.com'

async function send(origins: readonly string[], method: string, headers: Record<string, string>) {
  const app = express()
    .use(setRequestState(createHeldBytes()))
    .use((_request, response, next) => {
      response.setHeader('X-Frame-Options', 'DENY')
      next()
    })
    .use(allowOrigins(origins))
    .use(() => {
      throw new Unavailable('Not yet.', 2)
    })
    .use(handleErrors(createLogger('gateway', 'silent')))
  await using server = await startServer(app)
  return await fetch(server.url, { method, headers })
}

it('adds its headers to every response, beside the headers of the response', async () => {
  const { status, headers } = await send([origin, 'http://localhost:3000'], 'GET', { Origin: origin })
  const names = ['Access-Control-Allow-Origin', 'Vary', 'Retry-After', 'X-Frame-Options']
  expect([status, ...names.map((it) => headers.get(it))]).toEqual([503, origin, 'Origin', '2', 'DENY'])
  const other = await send([origin], 'GET', { Origin: 'https://other.example.com' })
  expect([other.headers.get('Access-Control-Allow-Origin'), other.headers.get('Vary')]).toEqual([null, 'Origin'])
  const any = await send(['*'], 'GET', { Origin: 'https://other.example.com' })
  expect(any.headers.get('Access-Control-Allow-Origin')).toBe('*')
})

it('lets a page read every header that it may act on', async () => {
  const { headers } = await send([origin], 'GET', { Origin: origin })
  const download = 'Content-Disposition ETag Idempotent-Replayed Link Location'
  const names = `${download} RateLimit RateLimit-Policy Retry-After X-Export-Scale X-Request-Id`
  expect(headers.get('Access-Control-Expose-Headers')?.split(',').toSorted()).toEqual(names.split(' '))
})

it('responds to a preflight itself, and to no other OPTIONS', async () => {
  const preflight = { Origin: origin, 'Access-Control-Request-Method': 'PATCH' }
  const { status, headers } = await send([origin], 'OPTIONS', preflight)
  expect([status, headers.get('Access-Control-Allow-Methods')]).toEqual([204, 'GET,POST,PUT,PATCH,DELETE'])
  expect(headers.get('X-Request-Id')).toBeTruthy()
  expect((await send([origin], 'OPTIONS', { Origin: origin })).status).toBe(503)
})

it('refuses pages of other origins, and never clients other than browsers', () => {
  const statusOf = (own: readonly string[], headers: object): number => {
    try {
      void refuseForeignOrigins(own)({ headers } as Request, {} as Response, () => {})
      return 200
    } catch (error) {
      return (error as ServiceError).status
    }
  }
  const requests = [{}, { origin }, { origin: 'null' }, { origin: `${origin}.evil.com` }]
  expect(requests.map((it) => statusOf([origin], it))).toEqual([200, 200, 403, 403])
  expect(statusOf(['*'], { origin: 'https://other.example.com' })).toBe(200)
})

it('takes origins as browsers send them, and refuses anything else', () => {
  const read = (text: string) => settings.shape.CORS_ORIGINS.safeParse(text)
  expect(read(`${origin}, http://localhost:3000`).data).toEqual([origin, 'http://localhost:3000'])
  expect([read('*').data, read(undefined as unknown as string).data]).toEqual([['*'], []])
  const message = 'must be * or a comma-separated list'
  const texts = ['app.example.com', `${origin}/`, `${origin}/app`, `${origin}:443`, `${origin},`, `*,${origin}`, 'null']
  for (const text of texts) expect(read(text).error?.issues[0]?.message, text).toContain(message)
})
