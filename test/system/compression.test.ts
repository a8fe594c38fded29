import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'

const origin = 'https://wiki.example'
let system: System
let team: TestWorkspace
let mapPath: string

beforeAll(async () => {
  system = await startSystem({ gatewayEnv: { CORS_ORIGINS: origin } })
  team = await system.createWorkspace({ plan: 'pro' })
  const nodes = Array.from({ length: 50 }, (_, index) => ({ id: `n${index}`, label: `Service ${index}`, spend: index }))
  const edges = nodes.slice(1).map(({ id }) => ({ source: 'n0', target: id }))
  const { id } = await team.createMap({ name: 'Star', nodes, edges })
  mapPath = `/api/v1/maps/${id}`
})
afterAll(() => system[Symbol.asyncDispose]())

interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** A request whose answer is left encoded. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<RawAnswer> {
  const url = new URL(path, system.gateways[0]!.url)
  const type = body ? { 'Content-Type': 'application/json' } : {}
  const asked = request(url, { method, headers: { Authorization: `Bearer ${team.token}`, ...type, ...headers } })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, headers: answer.headers, bytes: await buffer(answer) }
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

describe('a compressed response', () => {
  it.each(['br', 'gzip'] as const)('says the same in %s', async (encoding) => {
    for (const path of [mapPath, '/api/v1/maps', `${mapPath}/export/agents`, `${mapPath}/export/notion`]) {
      const plain = await ask(path)
      const encoded = await ask(path, { 'Accept-Encoding': encoding })
      expect([plain.headers['content-encoding'], encoded.headers['content-encoding']], path).toEqual([
        undefined,
        encoding,
      ])
      expect(encoded.bytes.length, path).toBeLessThan(plain.bytes.length)
      expect(decoders[encoding](encoded.bytes).equals(plain.bytes), path).toBe(true)
      expect(encoded.headers['content-length'], path).toBeUndefined()
    }
  })

  it('has a weak ETag, by which a client asks again and changes the map', async () => {
    const encoded = await ask(mapPath, { 'Accept-Encoding': 'gzip, br' })
    const tag = encoded.headers.etag!
    expect(tag).toBe(`W/${(await ask(mapPath)).headers.etag}`)
    expect((await ask(mapPath, { 'Accept-Encoding': 'gzip', 'If-None-Match': tag })).status).toBe(304)
    const rename = (name: string) => ask(mapPath, { 'If-Match': tag }, 'PATCH', JSON.stringify({ name }))
    expect((await rename('First')).status).toBe(200)
    expect((await rename('Second')).status).toBe(412)
  })

  it('varies by encoding and by origin', async () => {
    const { headers } = await ask(mapPath, { 'Accept-Encoding': 'br', Origin: origin })
    expect(headers.vary?.split(', ').toSorted()).toEqual(['Accept-Encoding', 'Origin'])
  })
})

describe('a response that is sent as it is', () => {
  it('is a picture, a small one, or the head of one', async () => {
    const anything = { 'Accept-Encoding': 'gzip, br' }
    const picture = await ask(`${mapPath}/export/png`, anything)
    expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'content-length': `${picture.bytes.length}` })
    expect(picture.headers.etag).toMatch(/^"/)
    const small = await ask('/api/v1/maps/none', anything)
    expect(small.status).toBe(404)
    const head = await ask(mapPath, anything, 'HEAD')
    for (const { headers } of [picture, small, head]) expect(headers['content-encoding']).toBeUndefined()
  })

  it('is each beyond what may be compressed at a time', async () => {
    const nodes = Array.from({ length: 2_000 }, (_, index) => ({
      id: `n${index}`,
      label: randomBytes(200).toString('base64'),
    }))
    const large = await team.createMap({ name: 'large', nodes })
    const { port } = new URL(system.gateways[0]!.url)
    const readers = await Promise.all(
      Array.from({ length: 80 }, async () => {
        const asked = request({
          ...{ port, host: '127.0.0.1', path: `/api/v1/maps/${large.id}`, agent: false },
          headers: { Authorization: `Bearer ${team.token}`, 'Accept-Encoding': 'br' },
        })
        asked.on('error', () => {}).end()
        const [answer] = (await once(asked, 'response')) as [IncomingMessage]
        answer.pause()
        return answer
      }),
    )
    expect(new Set(readers.map((it) => it.statusCode))).toEqual(new Set([200]))
    const encodings = new Set(readers.map((it) => it.headers['content-encoding']))
    for (const it of readers) it.destroy()
    // Encoders whose output the system has buffered are free for the next response.
    expect(encodings).toEqual(new Set(['br', undefined]))
  })
})
