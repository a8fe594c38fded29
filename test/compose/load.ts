import assert from 'node:assert/strict'
import { demoMap } from '../../infra/local/demo-map.ts'
import type { Client } from './client.ts'

/** Clients in a loop: each creates a map, exports it as PNG, changes it, exports it as Markdown and deletes it. */
export interface Load {
  /** Stops the clients. @throws AssertionError where a request has failed, or for fewer requests than `MIN_REQUESTS` */
  end(): Promise<{ requests: number }>
}

const CLIENTS = 4
const MIN_REQUESTS = 40

/** Starts the clients. @param client sends requests to any gateway */
export function startLoad(client: Client): Load {
  const stopping = new AbortController()
  let requests = 0
  const errors: string[] = []

  async function send(method: string, path: string, body?: unknown): Promise<Buffer> {
    const { status, bytes } = await client(method, path, body)
    requests++
    if (status >= 300)
      throw new Error(`${method} ${path.split('/').at(-1)}: ${status} ${bytes.toString().slice(0, 300)}`)
    return bytes
  }

  async function runSession(name: string): Promise<void> {
    const { map } = JSON.parse(String(await send('POST', '/maps', { ...demoMap, name }))) as { map: { id: string } }
    const path = `/maps/${map.id}`
    await send('GET', `${path}/export/png`)
    await send('PATCH', path, { name: `${name}, changed` })
    const text = await send('GET', `${path}/export/markdown`)
    if (!text.includes(`${name}, changed`)) throw new Error(`an old file of ${name}`)
    await send('DELETE', path)
  }

  async function runClient(index: number): Promise<void> {
    for (let round = 1; !stopping.signal.aborted; round++) {
      await runSession(`Load ${index}, ${round}`).catch((error: Error) => {
        const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
        errors.push(`${new Date().toISOString()} ${error.message}${cause}`)
      })
    }
  }

  const clients = Array.from({ length: CLIENTS }, (_, index) => runClient(index))
  return {
    async end() {
      stopping.abort()
      await Promise.all(clients)
      assert.deepEqual(errors.slice(0, 5), [], `${errors.length} of ${requests} requests failed`)
      assert.ok(requests >= MIN_REQUESTS, `there were only ${requests} requests`)
      return { requests }
    },
  }
}
