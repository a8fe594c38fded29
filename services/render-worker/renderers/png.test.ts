import { expect, it } from 'vitest'
import { exportFormatTable } from '@maps/shared/export-job'
import { apiUrl, shopMap } from '../../../test/maps/sample-map.ts'
import { estimated } from '../scene/text/measure.ts'
import { createPngRenderer } from './png.ts'

it('paints a picture of too many bytes again, at a smaller scale, and says so', async () => {
  const scales: number[] = []
  const canvas = {
    measure: async () => [],
    async paint(_drawing: unknown, scale: number) {
      scales.push(scale)
      return Buffer.alloc(Math.round(6 * 1024 ** 2 * scale ** 2))
    },
  }
  const options = exportFormatTable.png.options.parse({ scale: '2' })
  const render = createPngRenderer(canvas, () => estimated)
  const file = await render({ map: shopMap(), options, apiUrl, signal: new AbortController().signal })
  expect(scales).toHaveLength(2)
  expect(file.bytes.length).toBeLessThan(8 * 1024 ** 2)
  expect(file.scale).toEqual({ asked: 2, used: scales[1] })
})
