import { describe, expect, it } from 'vitest'
import { fileFormatTable } from '@maps/shared/file-formats'
import { PNG_MAP_KEYWORD } from '@maps/shared/formats/png'
import { apiUrl, shopMap } from '../../../test/maps/sample-map.ts'
import { pngWith, textsOf } from '../../../test/maps/png-file.ts'
import type { Chunk } from '../png-file.ts'
import { estimated } from '../scene/text/measure.ts'
import { createPngRenderer } from './png.ts'

async function render(browser: Parameters<typeof createPngRenderer>[0], query: Record<string, string>) {
  const options = fileFormatTable.png.options.parse(query)
  return createPngRenderer(browser, estimated)({ map: shopMap(), options, apiUrl })
}

it('paints a picture of too many bytes again at a smaller scale, and reports the scale', async () => {
  const scales: number[] = []
  const browser = {
    measure: async () => [],
    async paint(_drawing: unknown, scale: number) {
      scales.push(scale)
      return Buffer.alloc(Math.round(6 * 1024 ** 2 * scale ** 2))
    },
  }
  const file = await render(browser, { scale: '2' })
  expect(scales).toHaveLength(2)
  expect(file.bytes.length).toBeLessThan(8 * 1024 ** 2)
  expect(file.scale).toEqual({ asked: 2, used: scales[1] })
})

it('carries no costs in its map where it shows none', async () => {
  const carried = async (query: Record<string, string>): Promise<string | undefined> => {
    let png: Buffer = Buffer.alloc(0)
    const browser = {
      measure: async () => [],
      paint: async (_drawing: unknown, _scale: number, chunks: readonly Chunk[] = []) =>
        (png = pngWith(Buffer.concat(chunks.flat()))),
    }
    await render(browser, query)
    return textsOf(png).get(PNG_MAP_KEYWORD)
  }
  expect(await carried({ costs: 'bars' })).toContain('"spend":2400')
  expect(await carried({ costs: 'none' })).toContain('Storefront')
  expect(await carried({ costs: 'none' })).not.toMatch(/spend|currency/)
})

describe('a picture', () => {
  /** The size of the painted picture, and the scale that its client gets. */
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
        // The size of a picture of mostly flat colour.
        return Buffer.alloc(Math.round(width * height * 0.2))
      },
    }
    const { scale } = await render(browser, query)
    return { width: Math.round(width), height: Math.round(height), scale, carriesMap }
  }

  it('has the requested width, and reports its scale', async () => {
    const usual = await sizeOf({})
    const { width, scale } = await sizeOf({ width: '1200' })
    expect({ width, usual: usual.scale }).toEqual({ width: 1_200, usual: undefined })
    expect(scale!.used).toBeCloseTo((2 * 1_200) / usual.width, 2)
  })

  it('has the requested width and height for any shape of the drawing', async () => {
    expect(await sizeOf({ width: '1200', height: '630' })).toMatchObject({ width: 1_200, height: 630 })
    expect(await sizeOf({ width: '300', height: '900' })).toMatchObject({ width: 300, height: 900 })
  })

  it('is at most as wide as requested, and never larger than usual', async () => {
    expect((await sizeOf({ maxWidth: '300' })).width).toBe(300)
    expect((await sizeOf({ maxWidth: '8000' })).width).toBe((await sizeOf({})).width)
  })

  it('is within both the requested width and height', async () => {
    const usual = await sizeOf({})
    const byHeight = await sizeOf({ maxWidth: '8000', maxHeight: '300' })
    expect(byHeight.height).toBe(300)
    expect(byHeight.scale!.used).toBeCloseTo((2 * 300) / usual.height, 2)
    expect((await sizeOf({ maxWidth: '300', maxHeight: '8000' })).width).toBe(300)
  })

  it('contains no map under a limit of bytes, since a map may be larger than its picture', async () => {
    expect((await sizeOf({})).carriesMap).toBe(true)
    expect((await sizeOf({ maxBytes: '8000000' })).carriesMap).toBe(false)
  })

  it('has at most the requested bytes, at the scale that fits', async () => {
    const { width, height, scale } = await sizeOf({ maxBytes: '100000' })
    expect(width * height * 0.2).toBeLessThan(100_000)
    expect(width * height * 0.2).toBeGreaterThan(50_000)
    expect(scale!.used).toBeLessThan(scale!.asked)
  })

  it('is refused where no scale makes it small enough', async () => {
    const browser = { measure: async () => [], paint: async () => Buffer.alloc(100_001) }
    await expect(render(browser, { maxBytes: '100000' })).rejects.toMatchObject({
      status: 400,
      problems: { maxBytes: 'must be more than 100000' },
    })
  })
})
