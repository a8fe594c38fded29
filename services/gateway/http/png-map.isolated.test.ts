import type { InvalidRequest, ServiceError } from '@maps/shared/errors'
import { PNG_MAP_KEYWORD } from '@maps/shared/formats/png'
import fc from 'fast-check'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pngChunk, pngWith, itxtContent } from '../../../test/maps/png-file.ts'
import { MAX_JSON_BYTES } from './body.ts'
import { readPngMap } from './png-map.ts'

const text = JSON.stringify({ name: 'Zahlung & 支付', nodes: [{ id: 'a' }], edges: [] })
/** A chunk with a map. */
function chunkOf(map: string | Buffer = text, fault?: { crc?: number; length?: number }, isCompressed = true): Buffer {
  return pngChunk('iTXt', itxtContent(PNG_MAP_KEYWORD, map, { isCompressed }), fault)
}
const mapChunk = chunkOf()

const unlimited = async (): Promise<void> => {}

/** Bytes in chunks of these sizes, in turn. */
async function* chunksOf(bytes: Buffer, sizes: readonly number[] = [65_536]): AsyncGenerator<Buffer> {
  let end = 0
  for (let i = 0; end < bytes.length; i++) {
    const start = end
    end += sizes[i % sizes.length]!
    yield bytes.subarray(start, end)
  }
}

async function read(bytes: Buffer, sizes?: readonly number[]): Promise<string> {
  return (await readPngMap(chunksOf(bytes, sizes), unlimited)).toString()
}

async function refusalOf(bytes: Buffer): Promise<{ status: number; detail: string; fields: unknown }> {
  const refused = await readPngMap(chunksOf(bytes), unlimited).catch((error: ServiceError) => error)
  if (!(refused instanceof Error)) throw new Error('was not refused')
  return { status: refused.status, detail: refused.message, fields: (refused as InvalidRequest).fields }
}

const other = (type: string, size: number): Buffer => pngChunk(type, Buffer.alloc(size, '\x01maps-service\0'))

describe('readPngMap', () => {
  it('finds the map, compressed or not, at any place of its chunk', async () => {
    const plain = chunkOf(text, {}, false)
    const title = pngChunk('iTXt', itxtContent('Title', 'maps-service'))
    const short = pngChunk('iTXt', Buffer.from('maps'))
    const pixels = [other('IDAT', 100_000), other('tEXt', 5), other('iTXt', 0)]
    for (const chunk of [mapChunk, plain]) {
      expect(await read(pngWith(chunk))).toBe(text)
      expect(await read(pngWith(title, short, ...pixels, chunk, ...pixels))).toBe(text)
    }
  })

  it('finds it in chunks of any size', async () => {
    const picture = pngWith(other('IDAT', 300), mapChunk, other('IDAT', 1_000))
    expect(await read(picture, [1])).toBe(text)
    const size = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 2_000 }))
    const property = fc.asyncProperty(fc.array(size, { minLength: 1, maxLength: 50 }), async (sizes) => {
      expect(await read(picture, sizes)).toBe(text)
    })
    await fc.assert(property)
  })

  it('takes the first map of several, and ignores bytes after the end of the picture', async () => {
    const second = chunkOf('{}')
    const damaged = chunkOf('{}', { crc: 1 })
    expect(await read(pngWith(mapChunk, second, damaged))).toBe(text)
    expect(await read(Buffer.concat([pngWith(mapChunk), second, Buffer.alloc(100, 0xff)]))).toBe(text)
    expect(await refusalOf(pngWith(damaged, mapChunk))).toMatchObject({ status: 400 })
    expect(await refusalOf(Buffer.concat([pngWith(), mapChunk]))).toMatchObject({ status: 400 })
  })

  it('skips a hundred thousand other chunks', async () => {
    const chunks = [pngChunk('abcd', Buffer.alloc(0)), pngChunk('iTXt', Buffer.from('Author\0\0\0\0\0x'))]
    const picture = pngWith(...Array.from({ length: 50_000 }, () => chunks).flat(), mapChunk)
    expect(await read(picture, [65_536])).toBe(text)
  })

  it('refuses files other than PNG after their first bytes', async () => {
    const detail = 'The body is not a PNG picture.'
    const refusal = { status: 400, detail, fields: { image: 'must be a PNG picture' } }
    for (const bytes of ['', '\x89PNG', 'GIF89a', '{"name":"x"}']) {
      expect(await refusalOf(Buffer.from(bytes, 'latin1'))).toEqual(refusal)
    }
    const events: string[] = []
    async function* endless(): AsyncGenerator<Buffer> {
      try {
        for (;;) {
          events.push('read')
          yield Buffer.alloc(16)
        }
      } finally {
        events.push('closed')
      }
    }
    await expect(readPngMap(endless(), unlimited)).rejects.toThrow(detail)
    expect(events).toEqual(['read', 'closed'])
  })

  it('refuses a picture without a map', async () => {
    const cases = [
      pngWith(),
      pngWith(pngChunk('iTXt', itxtContent('maps-service2', text))),
      pngWith(pngChunk('iTXt', itxtContent('Maps-Service', text))),
      pngWith(pngChunk('tEXt', itxtContent(PNG_MAP_KEYWORD, text))),
    ]
    for (const picture of cases) {
      expect(await refusalOf(picture)).toEqual({
        status: 400,
        detail: expect.stringContaining('There is no map in the picture. Send a PNG export as it was downloaded'),
        fields: { image: 'must carry a map, as PNG exports do' },
      })
    }
  })

  it('refuses a picture that is cut off at any byte', async () => {
    const picture = pngWith(mapChunk)
    for (let end = 8; end < picture.length - 4; end++) {
      const refusal = await refusalOf(picture.subarray(0, end))
      expect(refusal, `cut at ${end}`).toMatchObject({ status: 400, fields: { image: 'must be whole' } })
    }
  })

  it('refuses a damaged map, and says how it is damaged', async () => {
    const content = itxtContent(PNG_MAP_KEYWORD, text)
    const rawChunkOf = (...parts: (string | Buffer)[]): Buffer => {
      const buffers = [`${PNG_MAP_KEYWORD}\0`, ...parts].map((it) => Buffer.from(it as string, 'latin1'))
      return pngChunk('iTXt', Buffer.concat(buffers))
    }
    const deflated = deflateSync(text)
    const cases = [
      [chunkOf(text, { crc: 0 }), 'its checksum is wrong'],
      [rawChunkOf('\x01\0\0\0', deflated.subarray(0, -9)), 'it cannot be inflated'],
      [rawChunkOf('\x01\0\0\0', deflated.subarray(2)), 'it cannot be inflated'],
      [rawChunkOf('\x01\0\0\0'), 'it cannot be inflated'],
      [rawChunkOf('\x01\x01\0\0', deflated), 'its compression is unknown'],
      [rawChunkOf('\x02\0\0\0', deflated), 'its compression is unknown'],
      [rawChunkOf(), 'its text is missing'],
      [rawChunkOf('\0\0'), 'its text is missing'],
      [rawChunkOf('\0\0en\0map'), 'its text is missing'],
    ] as const
    for (const [chunk, how] of cases) {
      expect(await refusalOf(pngWith(chunk))).toEqual({
        status: 400,
        detail: `The map in the picture is damaged: ${how}.`,
        fields: { image: 'must carry the map as it was exported' },
      })
    }
    for (const [at, byte] of content.entries()) {
      if (at <= PNG_MAP_KEYWORD.length) continue
      const flipped = Buffer.from(pngChunk('iTXt', content))
      flipped[8 + at] = byte ^ 1
      expect(await refusalOf(pngWith(flipped)), `bit flipped at ${at}`).toMatchObject({ status: 400 })
    }
  })

  it('allocates no memory for a claimed length', async () => {
    const before = process.memoryUsage().arrayBuffers
    for (const length of [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]) {
      for (const type of ['IDAT', 'iTXt', 'IHDR']) {
        const picture = pngWith(pngChunk(type, Buffer.alloc(40, 'x'), { length }), mapChunk)
        expect(await refusalOf(picture)).toMatchObject({ status: 400, fields: { image: 'must be whole' } })
      }
      const claimed = chunkOf(text, { length })
      expect(await refusalOf(pngWith(claimed))).toMatchObject({ status: 413 })
    }
    const almost = chunkOf(text, { length: MAX_JSON_BYTES })
    expect(await refusalOf(pngWith(almost))).toMatchObject({ status: 400, fields: { image: 'must be whole' } })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024)
  })

  it('takes a map of 4 MiB and none that is larger, compressed or not', async () => {
    const refusal = { status: 413, detail: 'The map in the picture is too large: at most 4 MiB of JSON.' }
    for (const isCompressed of [true, false]) {
      const pictureOf = (length: number) => pngWith(chunkOf(Buffer.alloc(length, 'x'), {}, isCompressed))
      expect(await read(pictureOf(MAX_JSON_BYTES))).toHaveLength(MAX_JSON_BYTES)
      expect(await refusalOf(pictureOf(MAX_JSON_BYTES + 1))).toMatchObject(refusal)
    }
  })

  it('inflates no further than that', async () => {
    const bomb = chunkOf(Buffer.alloc(256 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(300_000)
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)))
    const refusal = await refusalOf(pngWith(bomb))
    clearInterval(watch)
    expect(refusal).toMatchObject({ status: 413 })
    expect(most - before).toBeLessThan(32 * 1024 * 1024)
  })
})
