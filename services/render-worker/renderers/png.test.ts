import { describe, expect, it } from 'vitest'
import { fileFormatTable, PNG_MAP_KEYWORD } from '@maps/shared/file-formats'
import { apiUrl, shopMap } from '../../../test/maps/sample-map.ts'
import type { Chunk } from '../png-file.ts'
import { estimated } from '../scene/text/measure.ts'
import { createPngRenderer } from './png.ts'

it('paints a picture of too many bytes again, at a smaller scale, and says so', async () => {
  const scales: number[] = []
  const browser = {
    measure: async () => [],
    async paint(_drawing: unknown, scale: number) {
      scales.push(scale)
      return Buffer.alloc(Math.round(6 * 1024 ** 2 * scale ** 2))
    },
  }
  const options = fileFormatTable.png.options.parse({ scale: '2' })
  const render = createPngRenderer(browser, estimated)
  const file = await render({ map: shopMap(), options, apiUrl })
  expect(scales).toHaveLength(2)
  expect(file.bytes.length).toBeLessThan(8 * 1024 ** 2)
  expect(file.scale).toEqual({ asked: 2, used: scales[1] })
})

describe('a picture', () => {
  /** The size it is painted with, and the scale that its client is told. */
  async function sizeOf(query: Record<string, string>) {
    let width = NaN
    let height = NaN
    let carriesMap = false
    const browser = {
      measure: async () => [],
      async paint(drawing: { width: number; height: number }, scale: number, chunks: readonly Chunk[] = []) {
        carriesMap = Buffer.concat(chunks.flat()).includes(PNG_MAP_KEYWORD)
        width = drawing.width * scale
        height = drawing.height * scale
        // Of flat colour, as large pictures are in the main.
        return Buffer.alloc(Math.round(width * height * 0.2))
      },
    }
    const render = createPngRenderer(browser, estimated)
    const options = fileFormatTable.png.options.parse(query)
    const { scale } = await render({ map: shopMap(), options, apiUrl })
    return { width: Math.round(width), height: Math.round(height), scale, carriesMap }
  }

  it('is as wide as asked, and says at which scale', async () => {
    const usual = await sizeOf({})
    const { width, scale } = await sizeOf({ width: '1200' })
    expect({ width, usual: usual.scale }).toEqual({ width: 1_200, usual: undefined })
    expect(scale!.used).toBeCloseTo((2 * 1_200) / usual.width, 2)
  })

  it('is as wide and high as asked, whatever the shape of the drawing', async () => {
    for (const size of [
      { width: 1_200, height: 630 },
      { width: 300, height: 900 },
    ]) {
      expect(await sizeOf({ width: `${size.width}`, height: `${size.height}` })).toMatchObject(size)
    }
  })

  it('is no wider than asked, and no larger than usual for that', async () => {
    expect((await sizeOf({ maxWidth: '300' })).width).toBe(300)
    expect((await sizeOf({ maxWidth: '8000' })).width).toBe((await sizeOf({})).width)
  })

  it('is no wider and no higher than asked, whichever is less', async () => {
    const usual = await sizeOf({})
    const byHeight = await sizeOf({ maxWidth: '8000', maxHeight: '300' })
    expect(byHeight.height).toBe(300)
    expect(byHeight.scale!.used).toBeCloseTo((2 * 300) / usual.height, 2)
    expect((await sizeOf({ maxWidth: '300', maxHeight: '8000' })).width).toBe(300)
  })

  it('carries no map where it has to be of few bytes, since a map may take more than its picture', async () => {
    expect((await sizeOf({})).carriesMap).toBe(true)
    expect((await sizeOf({ maxBytes: '8000000' })).carriesMap).toBe(false)
  })

  it('is of no more bytes than asked, at the scale that fits', async () => {
    const { width, height, scale } = await sizeOf({ maxBytes: '100000' })
    expect(width * height * 0.2).toBeLessThan(100_000)
    expect(width * height * 0.2).toBeGreaterThan(50_000)
    expect(scale!.used).toBeLessThan(scale!.asked)
  })

  it('is refused where no scale makes it as small as asked', async () => {
    const browser = { measure: async () => [], paint: async () => Buffer.alloc(100_001) }
    const options = fileFormatTable.png.options.parse({ maxBytes: '100000' })
    const file = createPngRenderer(browser, estimated)({ map: shopMap(), options, apiUrl })
    await expect(file).rejects.toMatchObject({ status: 400, problems: { maxBytes: 'must be more than 100000' } })
  })
})
