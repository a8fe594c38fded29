import express, { type Response } from 'express'
import { expect, it } from 'vitest'
import { startServer } from '../../../test/rig/http-server.ts'
import { compress } from './compress.ts'

const MAX_ENCODERS = 32

it('sends responses beyond the maximum of encoders as they are, until one of the others ends', async () => {
  const open: Response[] = []
  const app = express()
    .use(compress())
    .use((_request, response) => {
      open.push(response.type('text/plain'))
      response.write('x'.repeat(2_000))
      response.flush()
    })
  await using server = await startServer(app)
  // A response that nothing refers to is collected, and its connection closed.
  const responses: globalThis.Response[] = []
  const encodingOf = async (): Promise<string | null> => {
    const response = await fetch(server.url, { headers: { 'Accept-Encoding': 'gzip' } })
    responses.push(response)
    return response.headers.get('content-encoding')
  }
  for (let i = 0; i < MAX_ENCODERS; i++) expect(await encodingOf()).toBe('gzip')
  expect(await encodingOf()).toBeNull()
  open[0]!.end()
  await expect.poll(encodingOf).toBe('gzip')
})
