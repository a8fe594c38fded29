import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { portOf } from '@maps/shared/listen'
import { createLogger } from '@maps/shared/logger'
import express, { type RequestHandler } from 'express'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../../test/rig/http-server.ts'
import { sendRaw, readResponses, openSocket } from '../../../test/security/raw-http.ts'
import { createHeldBytes } from './held-bytes.ts'
import { type CloseListener, setRequestState } from './request-state.ts'
import { listen, serve } from './server.ts'

const LARGE = Buffer.alloc(30_000_000)
/** In production: 54 s. More than the pauses of this process on a busy machine, in which no client reads. */
const DOWNLOAD_MS = 1_500
const limits = { uploadGraceMs: 4_000, uploadStallMs: 3_000, downloadMs: DOWNLOAD_MS, checkMs: 50 }
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const POST = 'POST / HTTP/1.1\r\nHost: a\r\n'

async function start(handler: RequestHandler, listener?: CloseListener) {
  const server = await listen('127.0.0.1', 0)
  const app = express().use(setRequestState(createHeldBytes(), listener && [listener]), handler)
  const stop = new AbortController()
  serve(server, app, createLogger('gateway', 'silent'), stop.signal, limits)
  return {
    server,
    stop,
    port: portOf(server),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Starts a server that responds to `/slow` once it is told to, and to other paths at once. */
async function startWithSlowPath() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const host = await start(async (request, response) => {
    if (request.url === '/slow') await released
    response.end('{}')
  })
  return { ...host, release }
}

function* chunks(): Generator<Buffer> {
  for (let at = 0; at < LARGE.length; at += 100_000) yield LARGE.subarray(at, at + 100_000)
}

const sendInChunks: RequestHandler = (_request, response) => void Readable.from(chunks()).pipe(response)

/** Sends a request and reads so many bytes every 20 ms. @returns whether the whole response came */
async function readSteadily(port: number, bytes: number): Promise<boolean> {
  const socket = openSocket(port)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  let received = 0
  const reading = setInterval(() => (received += (socket.read(bytes) as Buffer | null)?.length ?? 0), 20)
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(reading)
  return received > LARGE.length
}

/** Sends a request and starts to read after `waitMs`. @returns whether the whole response came */
async function readLate(port: number, waitMs: number): Promise<boolean> {
  const socket = openSocket(port).pause()
  socket.write(GET)
  await sleep(waitMs)
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
    if (received > LARGE.length) socket.destroy()
  })
  await new Promise((resolve) => socket.on('close', resolve).resume())
  return received > LARGE.length
}

describe.concurrent('a client that does not read its response', () => {
  it('is cut off', async () => {
    await using host = await start(sendInChunks)
    expect(await readLate(host.port, 0)).toBe(true)
    expect(await readLate(host.port, DOWNLOAD_MS * 2)).toBe(false)
  })

  it('includes a client that reads too slowly, and none that reads fast enough', async () => {
    const faults = new Set<string | undefined>()
    await using host = await start(sendInChunks, (_request, _response, { fault }) => faults.add(fault?.message))
    const [steady, slow] = await Promise.all([readSteadily(host.port, 1_000_000), readSteadily(host.port, 1_000)])
    expect({ steady, slow }).toEqual({ steady: true, slow: false })
    // The log has the reason for the slow client, and none for the other one.
    expect(faults).toEqual(new Set(['the client took the response too slowly', undefined]))
  }, 30_000)

  it('control: keeps its connection without the check', async () => {
    await using host = await startServer((_request, response) => response.end(LARGE))
    expect(await readLate(host.port, DOWNLOAD_MS * 2)).toBe(true)
  })

  it('includes none that waits for its response, or sends its next request later', async () => {
    await using host = await start((_request, response) => {
      setTimeout(() => response.end('{}'), DOWNLOAD_MS * 2)
    })
    const socket = openSocket(host.port)
    for (let i = 0; i < 2; i++) {
      socket.write(GET)
      expect((await readResponses(socket, 'GET', 1, 10_000)).responses).toMatchObject([{ status: 200 }])
      await sleep(DOWNLOAD_MS * 2)
    }
    socket.destroy()
  })
})

describe.concurrent('a body that comes slowly', () => {
  /** Sends so many chunks of a body, four a second. @returns the status of the response, which may come earlier */
  async function upload(port: number, chunkBytes: number, chunks: number) {
    const socket = openSocket(port)
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${chunkBytes * chunks}\r\n\r\n`)
    const exchange = readResponses(socket, 'POST', 1, 20_000)
    for (let i = 0; i < chunks && socket.writable; i++) {
      socket.write(Buffer.alloc(chunkBytes))
      await sleep(250)
    }
    const { responses } = await exchange
    socket.destroy()
    return responses[0]?.status
  }
  const readAll: RequestHandler = (request, response) => {
    request.on('error', () => {})
    request.resume().on('end', () => response.end('{}'))
  }

  it('is accepted at the least rate and refused with 408 below it', async () => {
    await using host = await start(readAll)
    const [steady, slow] = await Promise.all([upload(host.port, 64 * 1_024, 20), upload(host.port, 1_024, 20)])
    expect({ steady, slow }).toEqual({ steady: 200, slow: 408 })
  })

  it('is refused when its next chunk is late, whatever came before', async () => {
    await using host = await start(readAll)
    const stall = async (firstBytes: number) => {
      const started = performance.now()
      const bytes = Buffer.concat([Buffer.from(`${POST}Content-Length: 900000\r\n\r\n`), Buffer.alloc(firstBytes)])
      const { responses, isClosed } = await sendRaw(host.port, bytes)
      return { status: responses[0]?.status, isClosed, isLate: performance.now() - started >= limits.uploadStallMs }
    }
    // By the average rate alone, the second would have 27 s.
    const cutOff = { status: 408, isClosed: true, isLate: true }
    expect(await Promise.all([stall(0), stall(899_999)])).toEqual([cutOff, cutOff])
  })

  it('control: is refused at any rate by a time limit alone', async () => {
    await using host = await start(readAll)
    Object.assign(host.server, { requestTimeout: 500, headersTimeout: 500 })
    expect(await upload(host.port, 64 * 1_024, 20)).toBe(408)
  })
})

describe('a server that stops', () => {
  it('tells every client to close the connection, for earlier requests and for new ones', async () => {
    await using host = await startWithSlowPath()
    const idle = openSocket(host.port)
    const waiting = openSocket(host.port)
    const headerOf = async (socket: Socket) =>
      (await readResponses(socket, 'GET', 1, 10_000)).responses[0]?.headers['connection']
    idle.write(GET)
    // The control: the server does not stop yet.
    expect(await headerOf(idle)).toBe('keep-alive')
    waiting.write(GET.replace('/', '/slow'))
    await once(host.server, 'request')
    host.stop.abort()
    host.release()
    idle.write(GET)
    expect(await Promise.all([headerOf(idle), headerOf(waiting)])).toEqual(['close', 'close'])
    for (const it of [idle, waiting]) it.destroy()
  })
})

describe('a server with many connections', () => {
  it('closes those that are idle, and none with a request', async () => {
    await using host = await startWithSlowPath()
    host.server.maxConnections = 6
    const [idle, waiting] = [openSocket(host.port), openSocket(host.port)]
    idle.write(GET)
    expect((await readResponses(idle, 'GET', 1, 10_000)).responses).toHaveLength(1)
    waiting.write(GET.replace('/', '/slow'))
    await once(host.server, 'request')
    const isClosed = once(idle, 'close')
    const others = [0, 1].map(() => openSocket(host.port))
    await isClosed
    host.release()
    expect((await readResponses(waiting, 'GET', 1, 10_000)).responses).toHaveLength(1)
    for (const it of [waiting, ...others]) it.destroy()
  })

  it('refuses others beyond its maximum', async () => {
    await using host = await start((_request, response) => void response.end('{}'))
    host.server.maxConnections = 2
    const sockets = [openSocket(host.port), openSocket(host.port)]
    await Promise.all(sockets.map((it) => once(it, 'connect')))
    expect(await sendRaw(host.port, GET)).toMatchObject({ responses: [], isClosed: true })
    sockets[0]!.destroy()
    await expect.poll(async () => (await sendRaw(host.port, GET, { responseCount: 1 })).responses.length).toBe(1)
    sockets[1]!.destroy()
  })
})

describe('requests that come before the response to an earlier one', () => {
  /** Starts a server that responds when it is told to, and counts the requests that it has begun. */
  async function startSlowly() {
    const begun: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const host = await start(async ({ url }, response) => {
      begun.push(url)
      await released
      response.end(JSON.stringify(url))
    })
    return { ...host, begun, release }
  }
  const get = (path: number | string): string => GET.replace('/', `/${path}`)

  it('begin one after the other', async () => {
    await using host = await startSlowly()
    const { begun, release } = host
    const exchange = sendRaw(host.port, Array.from({ length: 5 }, (_it, index) => get(index)).join(''), {
      responseCount: 5,
    })
    await expect.poll(() => begun).toEqual(['/0'])
    await sleep(50)
    expect(begun).toEqual(['/0'])
    release()
    expect((await exchange).responses.map((it) => String(it.body))).toEqual(['"/0"', '"/1"', '"/2"', '"/3"', '"/4"'])
  })

  it.each([
    ['more than 32', Array.from({ length: 34 }, (_, index) => get(index)).join('')],
    ['one with a body', `${get(0)}${POST}Content-Length: 2\r\n\r\n{}`],
  ])('close the connection, if they are %s', async (_, requests) => {
    await using host = await startSlowly()
    const { begun } = host
    expect(await sendRaw(host.port, requests)).toMatchObject({ responses: [], isClosed: true })
    expect(begun).toEqual(['/0'])
  })

  it('are all responded to, although no more is read meanwhile than 32', async () => {
    await using host = await startSlowly()
    host.release()
    const requests = Array.from({ length: 32 }, (_, index) => get(index))
    const exchange = sendRaw(host.port, requests.join(''), { responseCount: 32 })
    expect((await exchange).responses.map((it) => String(it.body))).toEqual(requests.map((_, index) => `"/${index}"`))
  })

  it('are refused if they are malformed, after the response before them', async () => {
    await using host = await startSlowly()
    const { begun, release } = host
    const exchange = sendRaw(host.port, `${get(0)}${get(1)}garbage\r\n\r\n`)
    await expect.poll(() => begun).toEqual(['/0'])
    release()
    const { responses, isClosed } = await exchange
    expect({ statuses: responses.map((it) => it.status), isClosed }).toEqual({ statuses: [200, 400], isClosed: true })
    expect(begun).toEqual(['/0'])
  })
})

describe('a request that goes wrong', () => {
  const post = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  const wrongChunk = 'ZZ\r\n{}\r\n'
  const neverRespond: RequestHandler = (request) => void request.resume().on('error', () => {})

  it('after its head is refused by its own response, under its own id', async () => {
    await using host = await start(neverRespond)
    const named = post.replace('\r\n', '\r\nX-Request-Id: mine\r\n')
    const { responses, isClosed } = await sendRaw(host.port, named + wrongChunk + wrongChunk)
    expect(responses).toMatchObject([{ status: 400, headers: { 'x-request-id': 'mine', connection: 'close' } }])
    expect(JSON.parse(String(responses[0]!.body))).toMatchObject({ status: 400, requestId: 'mine' })
    expect(isClosed).toBe(true)
  })

  it('is refused in the same way when it times out', async () => {
    await using host = await start(neverRespond)
    Object.assign(host.server, { headersTimeout: 500 })
    const slow = [`${post}1\r\n`, 'GET / HTTP/1.1\r\nX: ', '']
    const conversations = await Promise.all(slow.map((it) => sendRaw(host.port, it)))
    expect(conversations).toMatchObject(slow.map(() => ({ responses: [{ status: 408 }], isClosed: true })))
  })

  it('adds nothing to a response that has begun', async () => {
    await using host = await start((request, response) => {
      response.write('half')
      request.resume().on('error', () => {})
    })
    const { responses, rest, isClosed } = await sendRaw(host.port, post + wrongChunk)
    expect({ responses, isClosed }).toEqual({ responses: [], isClosed: true })
    expect(String(rest)).not.toContain('/docs/problems/')
  })

  it.each([
    ['an HTTP/0.9 client, whose response ends with the connection', 'GET /\r\n\r\n'],
    ['one that closes the connection', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ])('adds nothing to the response to %s', async (_, request) => {
    await using host = await start((_request, response) => response.end('{}'))
    const { responses, rest } = await sendRaw(host.port, `${request}garbage\r\n\r\n`)
    expect(responses).toMatchObject([{ status: 200, body: Buffer.from('{}') }])
    expect(String(rest)).toBe('')
  })

  it('is refused after the response to an earlier request', async () => {
    await using host = await start((_request, response) => response.end('{}'))
    const { responses, isClosed } = await sendRaw(host.port, `${GET}garbage\r\n\r\n`)
    expect(responses.map((it) => it.status)).toEqual([200, 400])
    expect(JSON.parse(String(responses[1]!.body))).toMatchObject({ requestId: responses[1]!.headers['x-request-id'] })
    expect(isClosed).toBe(true)
  })
})
