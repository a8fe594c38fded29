import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { portOf } from '@maps/shared/listen'
import { createLogger } from '@maps/shared/logger'
import express, { type RequestHandler } from 'express'
import { describe, expect, it, vi } from 'vitest'
import { startServer } from '../../../test/rig/http-server.ts'
import { converse, listenTo, open } from '../../../test/security/raw-http.ts'
import { type CloseListener, setRequestState } from './request-state.ts'
import { listen, serve } from './server.ts'

const LARGE = Buffer.alloc(30_000_000)
/** Instead of 54 s. */
const DOWNLOAD_MS = 500
const limits = { uploadGraceMs: 1_000, downloadMs: DOWNLOAD_MS, checkMs: 50 }
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

async function start(handler: RequestHandler, listener?: CloseListener) {
  const server = await listen('127.0.0.1', 0)
  const app = express().use(setRequestState(listener && [listener]), handler)
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

function* chunks(): Generator<Buffer> {
  for (let at = 0; at < LARGE.length; at += 100_000) yield LARGE.subarray(at, at + 100_000)
}

const sendInChunks: RequestHandler = (_request, response) => void Readable.from(chunks()).pipe(response)

/** Asks, takes so many bytes every 20 ms, and says whether the whole answer came. */
async function takeSteadily(port: number, bytes: number): Promise<boolean> {
  const socket = open(port)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  let taken = 0
  const taking = setInterval(() => (taken += (socket.read(bytes) as Buffer | null)?.length ?? 0), 20)
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(taking)
  return taken > LARGE.length
}

/** Asks, takes nothing for so long, and says then whether the whole answer is there to be taken. */
async function takeLate(port: number, waitMs: number): Promise<boolean> {
  const socket = open(port).pause()
  socket.write(GET)
  await sleep(waitMs)
  let taken = 0
  socket.on('data', (chunk) => {
    taken += chunk.length
    if (taken > LARGE.length) socket.destroy()
  })
  await new Promise((resolve) => socket.on('close', resolve).resume())
  return taken > LARGE.length
}

describe('a client that takes nothing of its answer', () => {
  it('is cut off', async () => {
    await using host = await start(sendInChunks)
    expect(await takeLate(host.port, 0)).toBe(true)
    expect(await takeLate(host.port, DOWNLOAD_MS * 3)).toBe(false)
  })

  it('is not one that takes enough, however long the answer, and is one that takes little', async () => {
    const listener = vi.fn<CloseListener>()
    await using host = await start(sendInChunks, listener)
    const [steady, slow] = await Promise.all([takeSteadily(host.port, 1_000_000), takeSteadily(host.port, 1_000)])
    expect({ steady, slow }).toEqual({ steady: true, slow: false })
    // The log tells so, and not of a client that has left.
    const faults = listener.mock.calls.map(([, , { fault }]) => fault?.message)
    expect(new Set(faults)).toEqual(new Set(['the client took the response too slowly', undefined]))
  }, 30_000)

  it('control: is waited for without the check', async () => {
    await using host = await startServer((_request, response) => response.end(LARGE))
    expect(await takeLate(host.port, DOWNLOAD_MS * 3)).toBe(true)
  })

  it('is not one that waits for an answer to be made, nor one that asks again a little later', async () => {
    await using host = await start((_request, response) => {
      setTimeout(() => response.end('{}'), DOWNLOAD_MS * 3)
    })
    const socket = open(host.port)
    for (let i = 0; i < 2; i++) {
      socket.write(GET)
      expect((await listenTo(socket, 'GET', 1, 10_000)).answers).toMatchObject([{ status: 200 }])
      await sleep(DOWNLOAD_MS * 2)
    }
    socket.destroy()
  })
})

describe('a body that comes slowly', () => {
  /** Brings a chunk of it four times a second, and tells what is answered after so many, or before. */
  async function upload(port: number, chunkBytes: number, chunks: number) {
    const socket = open(port)
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${chunkBytes * chunks}\r\n\r\n`)
    const answered = listenTo(socket, 'POST', 1, 20_000)
    for (let i = 0; i < chunks && socket.writable; i++) {
      socket.write(Buffer.alloc(chunkBytes))
      await sleep(250)
    }
    const { answers } = await answered
    socket.destroy()
    return answers[0]?.status
  }
  const readAll: RequestHandler = (request, response) => {
    request.on('error', () => {})
    request.resume().on('end', () => response.end('{}'))
  }

  it('is taken for as long as it comes at the least rate, and cut off with 408 where it does not', async () => {
    await using host = await start(readAll)
    const [steady, slow] = await Promise.all([upload(host.port, 64 * 1_024, 20), upload(host.port, 1_024, 20)])
    expect({ steady, slow }).toEqual({ steady: 200, slow: 408 })
  })

  it('control: is cut off however steady it is by a limit of time alone', async () => {
    await using host = await start(readAll)
    Object.assign(host.server, { requestTimeout: 500, headersTimeout: 500 })
    expect(await upload(host.port, 64 * 1_024, 20)).toBe(408)
  })
})

describe('a server that stops', () => {
  it('tells every client to close the connection, whether it has asked before or asks meanwhile', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await using host = await start(async (request, response) => {
      if (request.url === '/slow') await released
      response.end('{}')
    })
    const idle = open(host.port)
    const waiting = open(host.port)
    const ask = async (socket: Socket) => (await listenTo(socket, 'GET', 1, 10_000)).answers[0]?.headers['connection']
    idle.write(GET)
    // The control.
    expect(await ask(idle)).toBe('keep-alive')
    waiting.write(GET.replace('/', '/slow'))
    await once(host.server, 'request')
    host.stop.abort()
    release()
    idle.write(GET)
    expect(await Promise.all([ask(idle), ask(waiting)])).toEqual(['close', 'close'])
    for (const it of [idle, waiting]) it.destroy()
  })
})

describe('a request that goes wrong', () => {
  const post = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  const wrongChunk = 'ZZ\r\n{}\r\n'

  it('after its head is refused by its own answer, under its own id', async () => {
    await using host = await start((request) => void request.resume().on('error', () => {}))
    const named = post.replace('\r\n', '\r\nX-Request-Id: mine\r\n')
    const { answers, isClosed } = await converse(host.port, named + wrongChunk + wrongChunk)
    expect(answers).toMatchObject([{ status: 400, headers: { 'x-request-id': 'mine', connection: 'close' } }])
    expect(JSON.parse(String(answers[0]!.body))).toMatchObject({ status: 400, requestId: 'mine' })
    expect(isClosed).toBe(true)
  })

  it('when it does not come in time is refused in the same way', async () => {
    await using host = await start((request) => void request.resume().on('error', () => {}))
    Object.assign(host.server, { headersTimeout: 500 })
    const slow = [`${post}1\r\n`, 'GET / HTTP/1.1\r\nX: ', '']
    const conversations = await Promise.all(slow.map((it) => converse(host.port, it)))
    for (const { answers, isClosed } of conversations) {
      expect(answers).toMatchObject([{ status: 408 }])
      expect(isClosed).toBe(true)
    }
  })

  it('adds nothing to an answer that has begun', async () => {
    await using host = await start((request, response) => {
      response.write('half')
      request.resume().on('error', () => {})
    })
    const { answers, rest, isClosed } = await converse(host.port, post + wrongChunk)
    expect({ answers, isClosed }).toEqual({ answers: [], isClosed: true })
    expect(String(rest)).not.toContain('could not be read')
  })

  it.each([
    ['an old client, whose answer ends with the connection', 'GET /\r\n\r\n'],
    ['one that says that it will not ask again', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ])('adds nothing to the answer to %s', async (_, request) => {
    await using host = await start((_request, response) => response.end('{}'))
    const { answers, rest } = await converse(host.port, `${request}garbage\r\n\r\n`)
    expect(answers).toMatchObject([{ status: 200, body: Buffer.from('{}') }])
    expect(String(rest)).toBe('')
  })

  it('is refused behind the answer that another has had', async () => {
    await using host = await start((_request, response) => response.end('{}'))
    const { answers, isClosed } = await converse(host.port, `${GET}garbage\r\n\r\n`)
    expect(answers.map((it) => it.status)).toEqual([200, 400])
    expect(JSON.parse(String(answers[1]!.body))).toMatchObject({ requestId: answers[1]!.headers['x-request-id'] })
    expect(isClosed).toBe(true)
  })
})
