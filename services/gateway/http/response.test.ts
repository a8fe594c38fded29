import express, { type ErrorRequestHandler } from 'express'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { type HttpResponse, respond } from './response.ts'
import { type CloseListener, setRequestState } from './request-state.ts'
import { createResponseMemory } from './response-memory.ts'

it('reads what is streamed as far as it is wanted: for a HEAD, until it is known that there is something', async () => {
  let given = 0
  let isClosed = false
  async function* chunks() {
    try {
      for (; given < 50; given++) yield 'x'.repeat(1_000)
    } finally {
      isClosed = true
    }
  }
  const body = { bytesAtATime: 1_000, [Symbol.asyncIterator]: chunks }
  const app = express()
    .use(setRequestState())
    .use(async (_request, response) => respond(response, { status: 200, headers: { ETag: '"a"' }, body }))
  await using server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, '"a"', ''])
  expect([given, isClosed]).toEqual([0, true])
  expect(await (await fetch(url)).text()).toHaveLength(50_000)
})

async function serve(
  body: NonNullable<HttpResponse['body']>,
  listener: CloseListener,
  memory = createResponseMemory(),
) {
  const app = express()
    .use(setRequestState([listener], memory))
    .use(async (_request, response) => respond(response, { status: 200, body }))
    .use(((_error, _request, response, _next) => response.status(503).end()) as ErrorRequestHandler)
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

it('splits no character where it sends a large text in slices', async () => {
  for (const text of ['🚀'.repeat(300_000), `x${'🚀'.repeat(300_000)}`]) {
    await using served = await serve(text, () => {})
    const received = await (await fetch(`http://127.0.0.1:${served.port}/`)).text()
    expect(received === text).toBe(true)
  }
})

it('notes what cuts an answer short, before the log line of the request is written', async () => {
  async function* chunks() {
    yield 'x'
    await Promise.resolve()
    throw new Error('the file expired')
  }
  const listener = vi.fn<CloseListener>()
  const body = { bytesAtATime: 1, length: 2, [Symbol.asyncIterator]: chunks }
  await using served = await serve(body, listener)
  await expect(fetch(`http://127.0.0.1:${served.port}/`).then((it) => it.text())).rejects.toBeInstanceOf(TypeError)
  expect(listener.mock.calls[0]![2].fault).toMatchObject({ message: 'the file expired' })
})

it('holds no more bytes for clients that do not read than it has room for, and gives the room back', async () => {
  const megabyte = 1024 ** 2
  await using served = await serve('x'.repeat(8 * megabyte), () => {}, createResponseMemory(20 * megabyte))
  const readers = await Promise.all([1, 2].map(() => ask(served.port)))
  expect((await fetch(`http://127.0.0.1:${served.port}/`)).status).toBe(503)
  readers[0]!.destroy()
  const read = async () => (await (await fetch(`http://127.0.0.1:${served.port}/`)).text()).length
  await expect.poll(read, { timeout: 5_000 }).toBe(8 * megabyte)
  readers[1]!.destroy()
})

/** A client that reads the head of its answer, and no more. */
async function ask(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'readable')
  return socket
}
