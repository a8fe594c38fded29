import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describeError } from '../describe-error.ts'
import { readDrag } from './arrange.ts'
import type { LiveMap } from './live-map.ts'

const HOST = '127.0.0.1'
const MAX_BODY_BYTES = 1024 * 1024

/** Files of the page and their types, by path: beside this module, and beside the bundle of the program. */
const files = new Map<string, readonly [file: string, type: string]>([
  ['', ['index.html', 'text/html; charset=utf-8']],
  ['page.css', ['page.css', 'text/css; charset=utf-8']],
  ['dev.css', ['dev.css', 'text/css; charset=utf-8']],
  ['viewer.js', ['viewer.js', 'text/javascript; charset=utf-8']],
  ['dev.js', ['dev.js', 'text/javascript; charset=utf-8']],
])

/** The page stays on this machine and takes nothing from elsewhere. Its address is secret, so no link may tell it. */
const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/**
 * Serves the page of a file on loopback, below a random path, until the signal is aborted.
 * @param port 0 for a free one
 * @returns the address of the page
 * @throws Error if the port is taken
 */
export async function serveLiveMap(live: LiveMap, port: number, signal: AbortSignal): Promise<string> {
  const base = `/${randomBytes(16).toString('base64url')}/`
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value)
    respond(request, response).catch((error: unknown) => send(response, 409, 'text/plain', describeError(error).text))
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    // A page elsewhere whose name leads here by DNS sends its own name.
    const { port } = server.address() as AddressInfo
    if (!isOwnHost(headers.host, port)) return send(response, 403)
    const { pathname } = new URL(url, `http://${HOST}`)
    if (!pathname.startsWith(base)) return send(response, 404)
    const path = pathname.slice(base.length)
    const [file, type] = files.get(path) ?? []
    if (method === 'GET' && file !== undefined)
      return send(response, 200, type, readFileSync(new URL(`page/${file}`, import.meta.url)))
    if (method === 'GET' && path === 'picture.svg') return send(response, 200, 'image/svg+xml', live.picture() ?? '')
    if (method === 'GET' && path === 'events') return sendEvents(response)
    const action = method === 'POST' && Object.hasOwn(actions, path) ? actions[path as keyof typeof actions] : undefined
    if (!action) return send(response, 404)
    const done = await action(await readBody(request))
    send(response, 200, 'application/json', JSON.stringify({ done }))
  }

  const actions = {
    async arrange(body: string) {
      const drag = readDrag(JSON.parse(body))
      return drag && live.arrange(drag)
    },
    undo: () => live.undo(),
    push: () => live.push(),
  }

  /** Sends the state now and after each change (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
  function sendEvents(response: ServerResponse): void {
    const tell = () => response.write(`data: ${JSON.stringify(live.state())}\n\n`)
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    tell()
    response.once('close', live.onChange(tell))
  }

  server.listen(port, HOST)
  await once(server, 'listening')
  signal.addEventListener('abort', () => {
    server.close()
    server.closeAllConnections()
  })
  return `http://${HOST}:${(server.address() as AddressInfo).port}${base}`
}

/** Whether a request's `Host` names this program on its port, which browsers leave out if it is 80. */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return [HOST, 'localhost'].some((name) => host === new URL(`http://${name}:${port}`).host)
}

function send(response: ServerResponse, status: number, type = 'text/plain', body: string | Uint8Array = ''): void {
  response.writeHead(status, { 'Content-Type': type }).end(body)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new Error('The body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
