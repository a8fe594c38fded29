import express, { type ErrorRequestHandler } from 'express'
import { expect, it, vi } from 'vitest'
import { startServer } from '../../../test/rig/http-server.ts'
import { openStalledReaders } from '../../../test/security/raw-http.ts'
import { type HttpResponse, respond } from './response.ts'
import { type CloseListener, setRequestState } from './request-state.ts'
import { createHeldBytes } from './held-bytes.ts'

it('reads no chunk of a streamed body for a HEAD, and all of them for a GET', async () => {
  let yielded = 0
  let isClosed = false
  async function* chunks() {
    try {
      for (; yielded < 50; yielded++) yield Buffer.alloc(1_000, 'x')
    } finally {
      isClosed = true
    }
  }
  const body = { bytesAtATime: 1_000, [Symbol.asyncIterator]: chunks }
  const app = express()
    .use(setRequestState(createHeldBytes()))
    .use(async (_request, response) => respond(response, { status: 200, headers: { ETag: '"a"' }, body }))
  await using server = await startServer(app)
  const head = await fetch(server.url, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, '"a"', ''])
  expect([yielded, isClosed]).toEqual([0, true])
  expect(await (await fetch(server.url)).text()).toHaveLength(50_000)
})

function serve(body: NonNullable<HttpResponse['body']>, listener: CloseListener, heldBytes = createHeldBytes()) {
  const app = express()
    .use(setRequestState(heldBytes, [listener]))
    .use(async (_request, response) => respond(response, { status: 200, body }))
    .use(((_error, _request, response, _next) => response.status(503).end()) as ErrorRequestHandler)
  return startServer(app)
}

it('splits no character where it sends a large text in slices', async () => {
  for (const text of ['🚀'.repeat(300_000), `x${'🚀'.repeat(300_000)}`]) {
    await using served = await serve(text, () => {})
    const received = await (await fetch(served.url)).text()
    expect(received === text).toBe(true)
  }
})

it('records the error that cuts a response short, before the log line of the request', async () => {
  async function* chunks() {
    yield Buffer.from('x')
    await Promise.resolve()
    throw new Error('the file expired')
  }
  const listener = vi.fn<CloseListener>()
  const body = { bytesAtATime: 1, length: 2, [Symbol.asyncIterator]: chunks }
  await using served = await serve(body, listener)
  await expect(fetch(served.url).then((it) => it.text())).rejects.toBeInstanceOf(TypeError)
  expect(listener.mock.calls[0]![2].fault).toMatchObject({ message: 'the file expired' })
})

it('limits the bytes for clients that do not read, and releases them after a disconnect', async () => {
  const megabyte = 1024 ** 2
  await using served = await serve(
    'x'.repeat(8 * megabyte),
    () => {},
    createHeldBytes({ total: 30 * megabyte, perClient: 20 * megabyte, forSmallClients: 10 * megabyte }),
  )
  const readers = await openStalledReaders(served.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 2)
  expect((await fetch(served.url)).status).toBe(503)
  readers[0]!.destroy()
  const read = async () => (await (await fetch(served.url)).text()).length
  await expect.poll(read, { timeout: 5_000 }).toBe(8 * megabyte)
  readers[1]!.destroy()
})
