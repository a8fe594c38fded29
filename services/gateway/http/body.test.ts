import { portOf } from '@maps/shared/listen'
import { createLogger } from '@maps/shared/logger'
import express from 'express'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pngChunk, pngWith, itxtContent } from '../../../test/maps/png-file.ts'
import { openSocket, readResponses } from '../../../test/security/raw-http.ts'
import { compileBody, jsonBody, MAX_JSON_BYTES } from './body.ts'
import { createHeldBytes, type HeldBytes } from './held-bytes.ts'
import { pngBody } from './png-body.ts'
import { handleErrors } from './problems.ts'
import { setRequestState } from './request-state.ts'
import { respond } from './response.ts'
import { listen, serve } from './server.ts'

const KB = 1024

/** A ledger that records what it holds. */
function recordingLedger(ledger: HeldBytes = createHeldBytes()) {
  let held = 0
  let most = 0
  const reserveInTime: HeldBytes['reserveInTime'] = async (client, bytes) => {
    const release = await ledger.reserveInTime(client, bytes)
    held += bytes
    most = Math.max(most, held)
    let left = bytes
    return (kept = 0) => {
      held -= left - kept
      left = kept
      release(kept)
    }
  }
  return { ...ledger, reserveInTime, held: () => held, most: () => most }
}

const log = createLogger('gateway', 'silent')

/** Starts a server as the gateway has it, with a route that reads a body, and waits for `finish` before it responds. */
async function start(heldBytes: HeldBytes, finish?: Promise<void>) {
  const readBody = compileBody({ schema: z.looseObject({}), example: {}, formats: [jsonBody, pngBody] })
  const app = express()
    .use(setRequestState(heldBytes))
    .use(async (request, response) => {
      const result = await readBody(request, response, async (content) => {
        await finish
        return { status: 200, body: JSON.stringify(Object.keys(content)) }
      })
      await respond(response, result)
    })
    .use(handleErrors(log))
  const server = await listen('127.0.0.1', 0)
  serve(server, app, log, new AbortController().signal)
  return {
    port: portOf(server),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}

function head(length: number | undefined, type = 'application/json', encoding?: string): string {
  return (
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n` +
    (encoding === undefined ? '' : `Content-Encoding: ${encoding}\r\n`) +
    (length === undefined ? 'Transfer-Encoding: chunked\r\n\r\n' : `Content-Length: ${length}\r\n\r\n`)
  )
}

function send(port: number, ...parts: (string | Buffer)[]): Socket {
  const socket = openSocket(port)
  for (const part of parts) socket.write(part)
  return socket
}

/** A JSON body of which compression takes little away. */
const noise = Buffer.from(JSON.stringify({ text: randomBytes(160 * KB).toString('base64') }))
const json = Buffer.from(JSON.stringify({ text: 'x'.repeat(200 * KB) }))
const picture = pngWith(pngChunk('iTXt', itxtContent('maps-service', json, { isCompressed: true })))
const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

const compressed = gzipSync(noise)
const forms: [name: string, parts: (string | Buffer)[]][] = [
  ['with a length', [head(json.length), json]],
  ['in chunks', [head(undefined), chunk(json), '0\r\n\r\n']],
  ['that is compressed', [head(compressed.length, undefined, 'gzip'), compressed]],
  ['in a picture', [head(picture.length, 'image/png'), picture]],
]

it.each(forms)('the ledger counts a body %s until the answer has its room', async (_, parts) => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const ledger = recordingLedger()
  await using server = await start(ledger, finished)
  const socket = send(server.port, ...parts)
  await expect.poll(ledger.held).toBeGreaterThanOrEqual(3 * json.length)
  // Memory that grows with the bytes received is doubled each time.
  expect(ledger.most()).toBeLessThanOrEqual(2 * 3 * noise.length + compressed.length)
  finish()
  expect((await readResponses(socket, 'POST', 1, 5_000)).responses).toMatchObject([{ status: 200 }])
  expect(ledger.held()).toBe(0)
  socket.destroy()
})

it('reserves memory before the body arrives', async () => {
  const ledger = recordingLedger()
  await using server = await start(ledger)
  const socket = send(server.port, head(100 * KB), '{')
  await expect.poll(ledger.held).toBe(300 * KB)
  socket.destroy()
  await expect.poll(ledger.held).toBe(0)
})

const waysToLeave: [name: string, leave: (socket: Socket) => void][] = [
  ['closes its connection', (socket) => void socket.destroy()],
  ['sends no more', (socket) => void socket.end()],
  ['resets its connection', (socket) => void socket.resetAndDestroy()],
]

describe.each(waysToLeave)('a client that %s in the middle of its body', (_, leave) => {
  it.each(forms)('%s holds nothing any more', async (_, parts) => {
    const ledger = recordingLedger()
    await using server = await start(ledger)
    // The end that is missing has one byte at least.
    const last = Buffer.from(parts.at(-1)!)
    const socket = send(server.port, ...parts.slice(0, -1), last.subarray(0, -1))
    await expect.poll(ledger.most).toBeGreaterThan(0)
    leave(socket)
    await expect.poll(ledger.held).toBe(0)
    socket.destroy()
  })
})

it('takes memory for chunks of one byte as for large ones', async () => {
  const ledger = recordingLedger()
  await using server = await start(ledger)
  const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(5 * KB) }))
  const bytes = Array.from(body, (_, index) => chunk(body.subarray(index, index + 1)))
  const socket = send(server.port, head(undefined), Buffer.concat(bytes), '0\r\n\r\n')
  expect((await readResponses(socket, 'POST', 1, 10_000)).responses).toMatchObject([{ status: 200 }])
  expect(ledger.most()).toBeLessThanOrEqual(2 * 3 * body.length)
  socket.destroy()
})

it('refuses a body without room before it arrives, drains it, and reads the next request', async () => {
  await using server = await start(createHeldBytes({ total: 100 * KB, perClient: 100 * KB, forSmallClients: 0 }))
  const socket = send(server.port, head(json.length))
  const { responses } = await readResponses(socket, 'POST', 1, 5_000)
  expect(responses).toMatchObject([{ status: 503, headers: { 'retry-after': '1' } }])
  expect(String(responses[0]!.body)).toContain('Too many bytes are held')
  socket.write(json)
  socket.write(head(2) + '{}')
  expect((await readResponses(socket, 'POST', 1, 5_000)).responses).toMatchObject([{ status: 200 }])
  socket.destroy()
})

it('refuses a body that inflates beyond the limit, or is cut off', async () => {
  const ledger = recordingLedger()
  await using server = await start(ledger)
  const bomb = gzipSync(Buffer.alloc(MAX_JSON_BYTES + 1, ' '))
  for (const [bytes, status] of [
    [bomb, 413],
    [gzipSync(json).subarray(0, -9), 400],
  ] as const) {
    const socket = send(server.port, head(bytes.length, undefined, 'gzip'), bytes)
    expect((await readResponses(socket, 'POST', 1, 5_000)).responses).toMatchObject([{ status }])
    socket.destroy()
  }
  expect(ledger.held()).toBe(0)
})
