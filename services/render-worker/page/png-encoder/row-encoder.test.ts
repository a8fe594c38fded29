import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { cases } from '../../../../test/rig/cases.ts'
import { pngOf } from '../../png-file.ts'
import { createRowEncoder, type RowEncoder } from './row-encoder.ts'
import type { RowLoops } from './row-loops.ts'

interface Picture {
  width: number
  /** Row by row, each 0xRRGGBB. */
  pixels: readonly number[]
}

const loops = new WebAssembly.Module(readFileSync(new URL('row-loops.wasm', import.meta.url)))

function openEncoder(): RowEncoder {
  return createRowEncoder(new WebAssembly.Instance(loops).exports as unknown as RowLoops)
}

/** Encodes a picture in strips of so many rows. The unused byte of each pixel is not zero. */
function encode(encoder: RowEncoder, { width, pixels }: Picture, stripRows: number): Buffer {
  const height = pixels.length / width
  const picture = encoder.begin(width, stripRows)
  const strip = new DataView(picture.pixels.buffer, picture.pixels.byteOffset)
  const parts: Uint8Array[] = []
  for (let top = 0; top < height; top += stripRows) {
    const rows = Math.min(stripRows, height - top)
    for (let it = 0; it < rows * width; it++) {
      strip.setUint32(4 * it, (pixels[top * width + it]! | 0xff00_0000) >>> 0, true)
    }
    parts.push(picture.add(rows))
  }
  return Buffer.concat([...parts, picture.end()])
}

/** The unfiltered rows of a PNG: a filter byte, then red, green and blue of each pixel. */
function rowsOf({ width, pixels }: Picture): Buffer {
  const rows: Buffer[] = []
  for (let at = 0; at < pixels.length; at += width) {
    const bytes = pixels.slice(at, at + width).flatMap((it) => [it >>> 16, (it >>> 8) & 255, it & 255])
    rows.push(Buffer.from([0, ...bytes]))
  }
  return Buffer.concat(rows)
}

const anyColor = fc.integer({ min: 0, max: 0xffffff })
const anyPicture = fc
  .record({
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 12 }),
    palette: fc.array(anyColor, { minLength: 1, maxLength: 40 }),
    // A colour, and for how many pixels it is repeated.
    runs: fc.array(fc.tuple(fc.nat(), fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 200 }))), { minLength: 1 }),
  })
  .map(({ width, height, palette, runs }): Picture => {
    const some = runs.flatMap(([color, count]) => Array.from({ length: count }, () => palette[color % palette.length]!))
    return { width, pixels: Array.from({ length: width * height }, (_, it) => some[it % some.length]!) }
  })

function noise(count: number): number[] {
  let state = 1
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  })
}

describe('the encoder of rows', () => {
  it('loses no pixel of any picture, in strips of any height', () => {
    const encoder = openEncoder()
    fc.assert(
      fc.property(anyPicture, fc.integer({ min: 1, max: 13 }), (picture, stripRows) => {
        expect(inflateSync(encode(encoder, picture, stripRows)).equals(rowsOf(picture))).toBe(true)
      }),
      { numRuns: cases(1_000) },
    )
  })

  it.each<[string, Picture]>([
    ['one pixel', { width: 1, pixels: [0x123456] }],
    ['only black', { width: 640, pixels: Array<number>(640 * 480).fill(0) }],
    ['only white', { width: 640, pixels: Array<number>(640 * 480).fill(0xffffff) }],
    ['noise', { width: 500, pixels: noise(500 * 300) }],
    ['rows longer than the window of Deflate', { width: 65_535, pixels: noise(65_535 * 3).map((it) => it & 0x0f0f) }],
    ['one column', { width: 1, pixels: noise(40_000) }],
    ['bytes so rare that their codes would be too long', { width: 1_000, pixels: noise(64_000).map(withRareRed) }],
  ])('encodes %s', (_what, picture) => {
    const rows = inflateSync(encode(openEncoder(), picture, 64))
    expect(rows.equals(rowsOf(picture))).toBe(true)
  })

  it('makes a PNG that another decoder reads', () => {
    const picture = { width: 91, pixels: noise(91 * 33) }
    const png = PNG.sync.read(pngOf(encode(openEncoder(), picture, 8), 91, 33))
    expect([png.width, png.height]).toEqual([91, 33])
    const colors = picture.pixels.map((_, it) => png.data.readUInt32BE(4 * it) >>> 8)
    expect(colors).toEqual(picture.pixels)
  })

  it('makes a flat picture small', () => {
    const flat = { width: 2_000, pixels: Array.from({ length: 2_000 * 500 }, () => 0xfafcff) }
    expect(encode(openEncoder(), flat, 256).length).toBeLessThan(10_000)
  })

  it('erases a finished picture', () => {
    const encoder = openEncoder()
    const picture = { width: 40, pixels: Array.from({ length: 40 * 40 }, () => 0xc0ffee) }
    encode(encoder, picture, 40)
    const left = Buffer.from(encoder.begin(40, 40).pixels.buffer)
    expect(left.includes(Buffer.from([0xee, 0xff, 0xc0]))).toBe(false)
  })
})

it('erases an unfinished picture when the next one begins', () => {
  const encoder = openEncoder()
  const { pixels, add } = encoder.begin(40, 40)
  pixels.fill(0xab)
  add(40)
  const fresh = encoder.begin(1, 8).pixels
  expect(Buffer.from(fresh.buffer, fresh.byteOffset).includes(Buffer.from([0xab, 0xab]))).toBe(false)
})

/** Sets the red of half of the colours to one value, of a quarter to another, and so on, for the longest Huffman codes. */
function withRareRed(color: number): number {
  const red = 2 * Math.clz32(color) + 1
  return (red << 16) | ((Math.imul(color, 0x9e3779b1) >>> 16) & 0xfefe)
}
