import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'
import { sharedOrigin } from '../rig/system-launcher.ts'

const { system, client } = await useSystem()
let mapPath: string

beforeAll(async () => {
  const nodes = Array.from({ length: 50 }, (_, index) => ({ id: `n${index}`, label: `Service ${index}`, spend: index }))
  const edges = nodes.slice(1).map(({ id }) => ({ source: 'n0', target: id }))
  const { id } = await client.createMap({ name: 'Star', nodes, edges })
  mapPath = `/api/v1/maps/${id}`
})

/** Sends a request over a new connection. @returns the response before its body is read */
async function open(path: string, headers: Record<string, string> = {}, method = 'GET', body = '') {
  const url = new URL(path, system.url)
  const type = body ? { 'Content-Type': 'application/json' } : {}
  const allHeaders = { Authorization: `Bearer ${client.token}`, ...type, ...headers }
  const outgoing = request(url, { method, agent: false, headers: allHeaders })
  outgoing.on('error', () => {}).end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return response
}

/** Sends a request. @returns the response with its encoded body */
async function send(...args: Parameters<typeof open>) {
  const response = await open(...args)
  return { status: response.statusCode!, headers: response.headers, bytes: await buffer(response) }
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

describe('a compressed response', () => {
  it.each(['br', 'gzip'] as const)('says the same in %s', async (encoding) => {
    for (const path of [mapPath, '/api/v1/maps', `${mapPath}/export/agents`, `${mapPath}/export/notion`]) {
      const plain = await send(path)
      const encoded = await send(path, { 'Accept-Encoding': encoding })
      const encodings = [plain, encoded].map((it) => it.headers['content-encoding'])
      expect(encodings, path).toEqual([undefined, encoding])
      expect(encoded.bytes.length, path).toBeLessThan(plain.bytes.length)
      expect(decoders[encoding](encoded.bytes).equals(plain.bytes), path).toBe(true)
      expect(encoded.headers['content-length'], path).toBeUndefined()
    }
  })

  it('has a weak ETag, which a client may send in If-None-Match and If-Match', async () => {
    const encoded = await send(mapPath, { 'Accept-Encoding': 'gzip, br' })
    const tag = encoded.headers.etag!
    expect(tag).toBe(`W/${(await send(mapPath)).headers.etag}`)
    expect((await send(mapPath, { 'Accept-Encoding': 'gzip', 'If-None-Match': tag })).status).toBe(304)
    const rename = (name: string) => send(mapPath, { 'If-Match': tag }, 'PATCH', JSON.stringify({ name }))
    expect((await rename('First')).status).toBe(200)
    expect((await rename('Second')).status).toBe(412)
  })

  it('varies by encoding and by origin', async () => {
    const { headers } = await send(mapPath, { 'Accept-Encoding': 'br', Origin: sharedOrigin })
    expect(headers.vary?.split(', ').toSorted()).toEqual(['Accept-Encoding', 'Origin'])
  })
})

describe('a response that is sent as it is', () => {
  it('is a picture, a small one, or the head of one', async () => {
    const headers = { 'Accept-Encoding': 'gzip, br' }
    const picture = await send(`${mapPath}/export/png`, headers)
    expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'content-length': `${picture.bytes.length}` })
    expect(picture.headers.etag).toMatch(/^"/)
    const small = await send('/api/v1/maps/none', headers)
    expect(small.status).toBe(404)
    const head = await send(mapPath, headers, 'HEAD')
    for (const { headers } of [picture, small, head]) expect(headers['content-encoding']).toBeUndefined()
  })
})
