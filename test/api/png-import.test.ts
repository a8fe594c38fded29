import { defaultPlans } from '@maps/shared/plans'
import { PNG_MAP_KEYWORD } from '@maps/shared/formats/png'
import type { ArchitectureMap } from '@maps/shared/map'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pngChunk, pngWith, itxtContent } from '../maps/png-file.ts'
import type { ApiResponse } from '../rig/rest-client.ts'
import { useSystem } from '../rig/shared-system.ts'
import type { TestWorkspace } from '../rig/system.ts'
import { hardMap, shop } from '../system/shop.ts'

const { system, client } = await useSystem()
const other = await system.createWorkspace({ plan: 'pro' })

const asPng = { 'Content-Type': 'image/png' }
const MAX_PICTURE_BYTES = 64 * 1024 * 1024

function post(workspace: TestWorkspace, body: Buffer, headers: Record<string, string> = asPng): Promise<ApiResponse> {
  return workspace.request('POST', '/maps', { body, headers })
}

async function importMap(workspace: TestWorkspace, picture: Buffer): Promise<ArchitectureMap> {
  const response = await post(workspace, picture)
  expect(response.status, response.text).toBe(201)
  return response.json.map
}

async function exportPng(workspace: TestWorkspace, id: string): Promise<Buffer> {
  const response = await workspace.exportMap(id, 'png', { scale: '1' })
  expect(response.status, response.text).toBe(200)
  return response.bytes
}

/** A picture with embedded content, valid or not. */
function pictureOf(content: unknown): Buffer {
  const text = Buffer.isBuffer(content) ? content : JSON.stringify(content)
  return pngWith(pngChunk('iTXt', itxtContent(PNG_MAP_KEYWORD, text)))
}

const contentOf = ({ name, nodes, edges }: ArchitectureMap): string => JSON.stringify({ name, nodes, edges })

describe('a PNG export that is posted', () => {
  it('becomes a map again, in any workspace', async () => {
    const original = await client.createMap(shop)
    const response = await post(other, await exportPng(client, original.id))
    expect(response).toMatchObject({
      status: 201,
      json: { map: { ...shop, isPublic: false, workspaceId: other.id } },
    })
    const { map } = response.json
    expect(map.id).not.toBe(original.id)
    expect(map.createdAt).toBe(map.updatedAt)
    expect(Date.parse(map.createdAt)).toBeGreaterThan(Date.parse(original.createdAt))
    expect(response.headers.get('location')).toBe(`/api/v1/maps/${map.id}`)
    expect(await other.getMap(map.id)).toEqual(map)
    expect(await client.getMap(original.id)).toEqual(original)
  })

  it('keeps nodes and edges to the byte, in the order the client gave their fields', async () => {
    const original = await client.createMap(hardMap)
    const copy = await importMap(other, await exportPng(client, original.id))
    expect(contentOf(copy)).toBe(contentOf(original))
    const copyOfCopy = await importMap(client, await exportPng(other, copy.id))
    expect(contentOf(copyOfCopy)).toBe(contentOf(original))
  })

  it('keeps the fields of nodes and edges in the order they have in the picture', async () => {
    const map = { name: 'order', nodes: [{ y: 1, id: 'a', x: 2 }], edges: [{ dashed: true, target: 'a', source: 'b' }] }
    expect(contentOf(await importMap(client, pictureOf(map)))).toBe(JSON.stringify(map))
  })

  it('is private, also where the exported map is public', async () => {
    const original = await client.createMap({ ...shop, isPublic: true })
    const response = await post(client, await exportPng(client, original.id))
    expect(response).toMatchObject({ status: 201, json: { map: { isPublic: false } } })
    expect(response.headers.get('link')).not.toContain('/share/')
  })

  it('needs only the fields that JSON needs', async () => {
    expect(await importMap(client, pictureOf({ name: 'bare' }))).toMatchObject({ name: 'bare', nodes: [], edges: [] })
    const extra = { id: 7, workspaceId: null, isPublic: 'yes', createdAt: '', updatedAt: [] }
    expect(await importMap(client, pictureOf({ name: 'odd', ...extra }))).toMatchObject({
      name: 'odd',
      isPublic: false,
    })
  })

  it('may be large, and the map in it may stand behind the pixels, uncompressed', async () => {
    const text = itxtContent(PNG_MAP_KEYWORD, JSON.stringify(shop), { isCompressed: false })
    const picture = pngWith(pngChunk('IDAT', Buffer.alloc(40 * 1024 * 1024)), pngChunk('iTXt', text))
    expect(await importMap(client, picture)).toMatchObject(shop)
  })
})

describe('a refused picture', () => {
  it('gets 403 for more nodes than the plan includes', async () => {
    const free = await system.createWorkspace({ plan: 'free' })
    const nodes = Array.from({ length: defaultPlans.free.nodes + 1 }, (_, index) => ({ id: `n${index}` }))
    const { id } = await client.createMap({ name: 'large', nodes })
    const response = await post(free, await exportPng(client, id))
    const detail = `The free plan allows ${defaultPlans.free.nodes} nodes per map; this one has ${nodes.length}.`
    expect(response).toMatchObject({ status: 403, json: { detail } })
    expect(await free.listMaps()).toEqual([])
    expect(await importMap(free, pictureOf({ name: 'full', nodes: nodes.slice(1) }))).toMatchObject({ name: 'full' })
  })

  it('gets the invalid fields of its map as in JSON', async () => {
    const map = { id: 'x', nodes: [{ id: 'a', spend: 'much' }, { id: 'a' }], edges: [{ source: 'a', color: 'url(x)' }] }
    const response = await post(client, pictureOf({ ...map, colour: 1 }))
    expect(response).toMatchObject({
      status: 400,
      json: { detail: expect.stringMatching(/^The map in the picture is/) },
    })
    expect(response.json.fields).toEqual({
      name: 'is required',
      colour: 'is not a known field; known are name, nodes, edges, isPublic',
      'nodes[0].spend': 'must be a finite number',
      'nodes[1].id': 'must be unique, but nodes[0] has the same id',
      'edges[0].target': 'is required',
      'edges[0].color': expect.stringContaining('must be a hex, rgb(), hsl() or named colour'),
    })
    const edges = Array.from({ length: 10_001 }, () => ({}))
    const crowded = await post(client, pictureOf({ name: 'x', edges }))
    expect(crowded).toMatchObject({ status: 400, json: { fields: { edges: 'must have at most 10000 edges' } } })
  })

  it('gets an error for the image where it contains no valid map', async () => {
    const good = pictureOf(shop)
    const damage = (how: string): RegExp => new RegExp(`^The map in the picture is damaged: ${how}\\.$`)
    const cases = [
      [pngWith(), /^There is no map in the picture\. Send a PNG export as it was downloaded/],
      [Buffer.from(JSON.stringify(shop)), /^The body is not a PNG picture\.$/],
      [Buffer.alloc(0), /^The body is not a PNG picture\.$/],
      [good.subarray(0, 100), /^The picture is cut off: its end is missing\.$/],
      [good.subarray(0, -12), /^The picture is cut off: its end is missing\.$/],
      [pngWith(pngChunk('iTXt', itxtContent(PNG_MAP_KEYWORD, '{}'), { crc: 1 })), damage('its checksum is wrong')],
      [pngWith(pngChunk('iTXt', Buffer.from(`${PNG_MAP_KEYWORD}\0\x01\0\0\0x`))), damage('it cannot be inflated')],
      [pictureOf(Buffer.from('{"name":"\xff"}', 'latin1')), damage('it is not JSON in UTF-8')],
      [pictureOf(Buffer.from('{"name":')), damage('it is not JSON in UTF-8')],
      [pictureOf([shop]), damage('it is not a JSON object')],
      [pictureOf(null), damage('it is not a JSON object')],
      [pictureOf('shop'), damage('it is not a JSON object')],
    ] as const
    for (const [body, detail] of cases) {
      const response = await post(client, body)
      expect(response, String(detail)).toMatchObject({
        status: 400,
        json: { detail: expect.stringMatching(detail), fields: { image: expect.stringMatching(/^must /) } },
      })
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    }
  })

  it('gets 413 for a map of more than 4 MiB', async () => {
    const bomb = pictureOf(Buffer.alloc(200 * 1024 * 1024, ' '))
    const detail = 'The map in the picture is too large: at most 4 MiB of JSON.'
    expect(await post(client, bomb)).toMatchObject({ status: 413, json: { detail } })
  })

  it('gets 413 for more than 64 MiB, at once where it has a Content-Length', async () => {
    const large = pngWith(pngChunk('IDAT', Buffer.alloc(MAX_PICTURE_BYTES)))
    const cases = [
      [{ 'Transfer-Encoding': 'chunked' }, large],
      [{ 'Content-Length': String(MAX_PICTURE_BYTES + 1) }, large.subarray(0, 8)],
    ] as const
    for (const [headers, body] of cases) {
      const upload = startUpload(headers)
      const responded = once(upload, 'response')
      upload.write(body)
      const [response] = (await responded) as [IncomingMessage]
      expect(response.statusCode).toBe(413)
      expect(await json(response)).toMatchObject({ detail: 'The picture is too large: at most 64 MiB.' })
      upload.destroy()
    }
  })

  it('gets 415 for other types than JSON and PNG, and for a change of a map', async () => {
    const both = 'Send the body with "Content-Type: application/json" or "Content-Type: image/png".'
    for (const type of ['image/jpeg', 'image/*', 'application/octet-stream', 'multipart/form-data; boundary=x']) {
      const response = await post(client, pictureOf(shop), { 'Content-Type': type })
      expect(response, type).toMatchObject({ status: 415, json: { detail: both } })
    }
    const { id } = await client.createMap(shop)
    const change = await client.request('PATCH', `/maps/${id}`, { body: pictureOf(shop), headers: asPng })
    const types = ['application/json', 'application/merge-patch+json'].map((it) => `"Content-Type: ${it}"`)
    const detail = `Send the body with ${types.join(' or ')}.`
    expect(change).toMatchObject({ status: 415, json: { detail } })
    const zipped = await post(client, gzipSync(pictureOf(shop)), { ...asPng, 'Content-Encoding': 'gzip' })
    expect(zipped).toMatchObject({ status: 415, json: { detail: 'Send the body without Content-Encoding.' } })
    const empty = await client.request('POST', '/maps')
    expect(empty).toMatchObject({ status: 400, json: { detail: 'Send a body of application/json or image/png.' } })
  })

  it('gets 401 before it is read', async () => {
    const response = await post(client, Buffer.from('no picture'), { ...asPng, Authorization: '' })
    expect(response).toMatchObject({ status: 401 })
  })
})

describe('the connection of a picture', () => {
  it('serves the next request after a refusal that came before the end of the body', async () => {
    const { hostname, port } = new URL(system.url)
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('data', (piece) => (received += piece.toString()))
    const untilReceived = async (count: number): Promise<void> => {
      while (received.split('HTTP/1.1 ').length - 1 < count) await once(socket, 'data')
    }
    const head = `Host: x\r\nAuthorization: Bearer ${client.token}\r\n`
    const body = Buffer.alloc(3 * 1024 * 1024, 'not a PNG ')
    socket.write(
      `POST /api/v1/maps HTTP/1.1\r\n${head}Content-Type: image/png\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    socket.write(body.subarray(0, 100))
    await untilReceived(1)
    socket.write(body.subarray(100))
    socket.write(`GET /api/v1/maps?limit=1 HTTP/1.1\r\n${head}\r\n`)
    await untilReceived(2)
    socket.destroy()
    expect(received).toMatch(/^HTTP\/1\.1 400 .*HTTP\/1\.1 200 /s)
  })
})

/** Starts a request without a body. Ignores its errors: the gateway may close the connection. */
function startUpload(headers: Record<string, string>) {
  const upload = request(`${system.url}/api/v1/maps`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${client.token}`, ...asPng, ...headers },
  })
  return upload.on('error', () => {})
}
