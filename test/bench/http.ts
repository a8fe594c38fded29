import { Agent, request } from 'node:http'

export interface HttpAnswer {
  status: number
  body: Buffer
}

/** One client with a token, its connections kept alive. */
export interface HttpClient {
  send(method: string, path: string, body?: unknown): Promise<HttpAnswer>
  close(): void
}

/** @param base address of the API */
export function createHttpClient(base: string, token: string): HttpClient {
  const agent = new Agent({ keepAlive: true })
  return {
    send(method, path, body) {
      const headers = {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      }
      return new Promise((resolve, reject) => {
        const sent = request(`${base}${path}`, { method, agent, headers }, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }))
          answer.on('error', reject)
        })
        sent.on('error', reject)
        sent.end(body === undefined ? undefined : JSON.stringify(body))
      })
    },
    close: () => agent.destroy(),
  }
}
