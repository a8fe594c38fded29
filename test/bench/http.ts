import { Agent, request } from 'node:http'

/** A response with its whole body. */
export interface HttpResponse {
  status: number
  body: Buffer
}

/** An HTTP client with a token and keep-alive connections. */
export interface HttpClient {
  send(method: string, path: string, body?: unknown): Promise<HttpResponse>
  close(): void
}

/** Creates a client. @param base base URL of the API */
export function createHttpClient(base: string, token: string): HttpClient {
  const agent = new Agent({ keepAlive: true })
  return {
    send(method, path, body) {
      const headers = {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      }
      return new Promise((resolve, reject) => {
        const sent = request(`${base}${path}`, { method, agent, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
          response.on('error', reject)
        })
        sent.on('error', reject)
        sent.end(body === undefined ? undefined : JSON.stringify(body))
      })
    },
    close: () => agent.destroy(),
  }
}
