import assert from 'node:assert/strict'
import { demoMap } from '../../infra/local/demo-map.ts'
import type { Client } from './client.ts'

/** Clients that work until they are told to stop: each creates a map, exports it as a picture, changes it and exports it as text. */
export interface Load {
  /** Waits for what is under way. @throws where a request has failed, or where there were hardly any */
  end(): Promise<{ requests: number }>
}

const CLIENTS = 4
const MIN_REQUESTS = 40

/** @param client goes to any of the gateways */
export function startLoad(client: Client): Load {
  const over = new AbortController()
  let requests = 0
  const faults: string[] = []

  async function ask(method: string, path: string, body?: unknown): Promise<Buffer> {
    const { status, bytes } = await client(method, path, body)
    requests++
    if (status >= 300)
      throw new Error(`${method} ${path.split('/').at(-1)}: ${status} ${bytes.toString().slice(0, 300)}`)
    return bytes
  }

  async function work(name: string): Promise<void> {
    const { map } = JSON.parse((await ask('POST', '/maps', { ...demoMap, name })).toString()) as { map: { id: string } }
    const path = `/maps/${map.id}`
    await ask('GET', `${path}/export/png`)
    await ask('PATCH', path, { name: `${name}, changed` })
    const text = await ask('GET', `${path}/export/markdown`)
    if (!text.includes(`${name}, changed`)) throw new Error(`an old file of ${name}`)
    await ask('DELETE', path)
  }

  async function workOn(index: number): Promise<void> {
    for (let round = 1; !over.signal.aborted; round++) {
      await work(`Load ${index}, ${round}`).catch((error: Error) => {
        const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
        faults.push(`${new Date().toISOString()} ${error.message}${cause}`)
      })
    }
  }

  const clients = Array.from({ length: CLIENTS }, (_, index) => workOn(index))
  return {
    async end() {
      over.abort()
      await Promise.all(clients)
      assert.deepEqual(faults.slice(0, 5), [], `${faults.length} of ${requests} requests failed`)
      assert.ok(requests >= MIN_REQUESTS, `there were only ${requests} requests`)
      return { requests }
    },
  }
}
