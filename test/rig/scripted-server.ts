import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The response to one request: a response, one whose body is cut off in the middle, none, or none while the client waits. */
export type Step =
  | { status?: number; headers?: Readonly<Record<string, string>>; json?: unknown; text?: string; isCutOff?: true }
  | 'no response'
  | 'silence'

export interface ReceivedRequest {
  method: string
  /** With the query string. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: unknown
}

export interface ScriptedServer extends AsyncDisposable {
  url: string
  /** Requests received so far. */
  requests: readonly ReceivedRequest[]
}

/** Starts a server that takes these steps, one for each request, and the last one again and again. */
export async function startScriptedServer(...steps: [Step, ...Step[]]): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const step = steps[Math.min(requests.length, steps.length - 1)]!
    const { method = '', url: path = '', headers } = request
    const body = await text(request)
    requests.push({ method, path, headers, body: body === '' ? undefined : JSON.parse(body) })
    if (step === 'silence') return
    if (step === 'no response') return void request.socket.destroy()
    const content = step.text ?? JSON.stringify(step.json ?? {})
    const type = step.text === undefined ? 'application/json' : 'text/html'
    const length = Buffer.byteLength(content)
    response.writeHead(step.status ?? 200, { 'Content-Type': type, 'Content-Length': length, ...step.headers })
    if (step.isCutOff) response.write(content.slice(0, length / 2), () => request.socket.destroy())
    else response.end(content)
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
