import express, { type Response } from 'express'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startServer } from '../../../test/rig/http-server.ts'
import { compress, compressOnce } from './compress.ts'
import { createHeldBytes } from './held-bytes.ts'
import { setRequestState } from './request-state.ts'
import { type HttpResponse, respond } from './response.ts'

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

const text = 'constant '.repeat(1_000)

/** Serves one text, and records the responses that are chosen for requests. */
async function startConstant() {
  const answer = compressOnce({
    status: 200,
    headers: { 'Content-Type': 'text/plain', ETag: '"tag"' },
    body: Buffer.from(text),
  })
  const chosen: HttpResponse[] = []
  const app = express()
    .use(setRequestState(createHeldBytes()), compress())
    .use((request, response) => {
      chosen.push(answer(request))
      return respond(response, chosen.at(-1)!)
    })
  const server = await startServer(app)
  const get = async (encoding: string, method = 'GET') => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request(server.url, { agent: false, method, headers: { 'Accept-Encoding': encoding } }, resolve)
      .on('error', reject)
      .end()
    const response = await promise
    return { headers: response.headers, bytes: await buffer(response) }
  }
  return { chosen, get, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

it.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['deflate', 'deflate', inflateSync],
] as const)('compresses a constant body once in %s', async (encoding, accepted, decode) => {
  await using server = await startConstant()
  const [first, , head] = [await server.get(accepted), await server.get(accepted), await server.get(accepted, 'HEAD')]
  expect(decode(first.bytes).toString()).toBe(text)
  const length = String(first.bytes.length)
  const expected = { 'content-encoding': encoding, etag: 'W/"tag"', vary: 'Accept-Encoding', 'content-length': length }
  expect(first.headers).toMatchObject(expected)
  expect(head.headers).toMatchObject(expected)
  const [body, again] = server.chosen.map((it) => it.body)
  expect(again).toBe(body)
})

it('sends a constant body as it is to clients that accept no encoding', async () => {
  await using server = await startConstant()
  for (const accepted of ['identity', 'br;q=0', '']) {
    const { headers, bytes } = await server.get(accepted)
    expect(bytes.toString()).toBe(text)
    expect(headers).toMatchObject({ etag: '"tag"', vary: 'Accept-Encoding', 'content-length': `${text.length}` })
    expect(headers['content-encoding']).toBeUndefined()
  }
})

it('needs no encoder for a body that is compressed already', async () => {
  const app = express()
    .use(compress())
    .get('/compressed', (_request, response) => {
      response.set({ 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip', 'Content-Length': '100' }).write('x')
    })
    .use((_request, response) => void response.type('text/plain').end('x'.repeat(2_000)))
  await using server = await startServer(app)
  const get = (path: string) => fetch(server.url + path, { headers: { 'Accept-Encoding': 'gzip' } })
  const open = await Promise.all(Array.from({ length: MAX_ENCODERS }, () => get('/compressed')))
  expect((await get('/')).headers.get('content-encoding')).toBe('gzip')
  expect(open.map((it) => it.status)).toEqual(open.map(() => 200))
})
