import { type ServiceError, Unavailable } from '@maps/shared/errors'
import { createLogger } from '@maps/shared/logger'
import express, { type Request, type Response } from 'express'
import { expect, it } from 'vitest'
import { startServer } from '../../../test/rig/http-server.ts'
import { settings } from '../config.ts'
import { allowOrigins, refuseForeignOrigins } from './cors.ts'
import { setRequestState } from './request-state.ts'
import { handleErrors } from './problems.ts'

const origin = 'https://app.example.com'

async function ask(origins: readonly string[], method: string, headers: Record<string, string>) {
  const app = express()
    .use(setRequestState())
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

it('adds to every answer who may read it, beside the headers that the answer has', async () => {
  const { status, headers } = await ask([origin, 'http://localhost:3000'], 'GET', { Origin: origin })
  const names = ['Access-Control-Allow-Origin', 'Vary', 'Retry-After', 'X-Frame-Options']
  expect([status, ...names.map((it) => headers.get(it))]).toEqual([503, origin, 'Origin', '2', 'DENY'])
  const other = await ask([origin], 'GET', { Origin: 'https://other.example.com' })
  expect([other.headers.get('Access-Control-Allow-Origin'), other.headers.get('Vary')]).toEqual([null, 'Origin'])
  const any = await ask(['*'], 'GET', { Origin: 'https://other.example.com' })
  expect(any.headers.get('Access-Control-Allow-Origin')).toBe('*')
})

it('lets a page read every header that tells it what to do next', async () => {
  const { headers } = await ask([origin], 'GET', { Origin: origin })
  expect(headers.get('Access-Control-Expose-Headers')?.split(',').toSorted()).toEqual([
    ...['Content-Disposition', 'ETag', 'Idempotent-Replayed', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy'],
    ...['Retry-After', 'X-Export-Scale', 'X-Request-Id'],
  ])
})

it('answers a preflight itself, and no other OPTIONS', async () => {
  const { status, headers } = await ask([origin], 'OPTIONS', {
    Origin: origin,
    'Access-Control-Request-Method': 'PATCH',
  })
  expect([status, headers.get('Access-Control-Allow-Methods')]).toEqual([204, 'GET,POST,PATCH,DELETE'])
  expect(headers.get('X-Request-Id')).toBeTruthy()
  expect((await ask([origin], 'OPTIONS', { Origin: origin })).status).toBe(503)
})

it('refuses pages of other origins, where it is asked to, and clients that are no browsers never', () => {
  const statusOf = (own: readonly string[], headers: object): number => {
    try {
      void refuseForeignOrigins(own)({ headers } as Request, {} as Response, () => {})
      return 200
    } catch (error) {
      return (error as ServiceError).status
    }
  }
  expect(
    [{}, { origin }, { origin: 'null' }, { origin: `${origin}.evil.com` }].map((it) => statusOf([origin], it)),
  ).toEqual([...[200, 200, 403, 403]])
  expect(statusOf(['*'], { origin: 'https://other.example.com' })).toBe(200)
})

it('takes origins as browsers send them, and refuses anything else', () => {
  const read = (text: string) => settings.shape.CORS_ORIGINS.safeParse(text)
  expect(read(`${origin}, http://localhost:3000`).data).toEqual([origin, 'http://localhost:3000'])
  expect([read('*').data, read(undefined as unknown as string).data]).toEqual([['*'], []])
  const wrong = ['app.example.com', `${origin}/`, `${origin}/app`, `${origin}:443`, `${origin},`, `*,${origin}`, 'null']
  for (const it of wrong)
    expect(read(it).error?.issues[0]?.message, it).toContain('must be * or a comma-separated list')
})
