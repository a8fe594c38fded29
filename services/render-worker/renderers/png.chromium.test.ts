import { fileFormatTable } from '@maps/shared/file-formats'
import { PNG_MAP_KEYWORD } from '@maps/shared/formats/png'
import type { ArchitectureMap } from '@maps/shared/map'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../browser.ts'
import { createRenderers } from './index.ts'
import type { RenderedFile } from './renderer.ts'
import { chunksOf, textsOf } from '../../../test/maps/png-file.ts'
import { apiUrl, mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { openTestBrowser } from '../../../test/rig/chromium.ts'

let browser: Browser
beforeAll(async () => void (browser = await openTestBrowser()))
afterAll(() => browser[Symbol.asyncDispose]())

function render(map: ArchitectureMap, query: Record<string, string> = {}): Promise<RenderedFile> {
  const options = fileFormatTable.png.options.parse(query)
  return createRenderers(browser).png({ map, options, apiUrl })
}

async function pictureOf(map: ArchitectureMap, query?: Record<string, string>): Promise<PNG> {
  return PNG.sync.read((await render(map, query)).bytes)
}

const origin = { id: 'a', x: 0, y: 0 }

describe('png export', () => {
  it('gives the same bytes for the same map', async () => {
    const [first, second] = [await render(shopMap()), await render(shopMap())]
    expect(second.bytes.equals(first.bytes)).toBe(true)
  })

  it('contains the map, its title and its resolution', async () => {
    const { bytes } = await render(shopMap(), { scale: '2' })
    const texts = textsOf(bytes)
    expect(JSON.parse(texts.get(PNG_MAP_KEYWORD) ?? '')).toEqual(shopMap())
    expect(texts.get('Title')).toBe(shopMap().name)
    expect(texts.get('Software')).toBe('Maps Service')
    const resolution = chunksOf(bytes).find((it) => it.type === 'pHYs')?.content
    expect(resolution?.readUInt32BE(0)).toBe(7559)
  })

  it.each(['Žluťoučký kůň', 'Dịch vụ điện tử', 'データ', '데이터'])(
    'draws the decomposed letters of %s like its letters',
    async (text) => {
      const drawn = async (label: string) => (await pictureOf(mapOf([{ ...origin, label, tech: label }]))).data
      expect(text.normalize('NFD')).not.toBe(text)
      expect((await drawn(text.normalize('NFD'))).equals(await drawn(text))).toBe(true)
    },
  )

  it('draws the flags of England, Scotland and Wales, each with its own colours', async () => {
    const flags = ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🏴']
    const pictures = await Promise.all(flags.map((label) => pictureOf(mapOf([{ ...origin, label }]))))
    expect(new Set(pictures.map((it) => it.data.toString('base64'))).size).toBe(4)
  })

  it.each(['1', '2', '2.5', '4'])('scales the whole picture by %s', async (scale) => {
    const [one, scaled] = [await pictureOf(shopMap(), { scale: '1' }), await pictureOf(shopMap(), { scale })]
    expect(scaled.width).toBe(Math.round(one.width * Number(scale)))
    expect(scaled.height).toBe(Math.round(one.height * Number(scale)))
  })

  it('lowers the scale of a picture that would be too large, and says so', async () => {
    const { bytes, scale } = await render(mapOf([origin, { id: 'b', x: 9_000, y: 9_000 }]), { scale: '4' })
    expect(scale).toMatchObject({ asked: 4 })
    expect(scale?.used).toBeLessThan(1)
    expect(bytes.readUInt32BE(16) * bytes.readUInt32BE(20)).toBeLessThanOrEqual(40_000_000)
    expect((await render(shopMap())).scale).toBeUndefined()
  })

  it.each(['x', 'y'] as const)('draws a map that is very long along %s as large as Chromium can', async (axis) => {
    const { bytes, scale } = await render(mapOf([origin, { ...origin, id: 'b', [axis]: 20_000 }]))
    const size = { x: bytes.readUInt32BE(16), y: bytes.readUInt32BE(20) }
    expect(size[axis]).toBeGreaterThan(32_000)
    expect(scale).toMatchObject({ asked: 2 })
  })

  it.each(['x', 'y'] as const)('draws services that are pinned as far apart along %s as may be', async (axis) => {
    const far = 10_000_000
    const places = new Map([-far, far].map((at, index) => ['ab'.charAt(index), { x: 0, y: 0, [axis]: at }]))
    const options = fileFormatTable.png.options.parse({})
    const map = mapOf([{ id: 'a' }, { id: 'b' }])
    const { bytes } = await createRenderers(browser).png({ map, options, apiUrl, pin: { places } })
    const { width, height } = PNG.sync.read(bytes)
    expect({ x: width, y: height }).toEqual({ x: 1, y: 1, [axis]: expect.toSatisfy((side: number) => side > 10_000) })
  })

  it('paints the requested background, or none', async () => {
    const corner = async (query: Record<string, string>) => [...(await pictureOf(shopMap(), query)).data.subarray(0, 4)]
    expect(await corner({ background: 'tomato' })).toEqual([255, 99, 71, 255])
    expect(await corner({ background: 'transparent' })).toEqual([0, 0, 0, 0])
    expect(await corner({ theme: 'dark' })).toEqual([15, 20, 28, 255])
    expect(await corner({ theme: 'light' })).toEqual([250, 251, 253, 255])
  })

  it('adds the padding on every side', async () => {
    const paddedBy = (padding: string) => pictureOf(shopMap(), { padding, scale: '1' })
    const [bare, padded] = [await paddedBy('0'), await paddedBy('100')]
    expect([padded.width - bare.width, padded.height - bare.height]).toEqual([200, 200])
  })

  it.each([
    ['no nodes', mapOf([])],
    ['one node', mapOf([{ id: 'a' }])],
    ['only a dangling edge', mapOf([], [{ source: 'a', target: 'b' }])],
    ['nodes at extreme positions', mapOf([1e308, -1e308].map((y, index) => ({ id: 'ab'.charAt(index), x: -y, y })))],
    ['all nodes on one spot', mapOf(['a', 'b', 'c'].map((id) => ({ id, x: 1e9, y: -1e9 })))],
  ])('makes a sensible picture of a map with %s', async (_what, map) => {
    const { width, height, data } = await pictureOf(map)
    const colors = new Set<number>()
    for (let at = 0; at < data.length; at += 4) colors.add(data.readUInt32BE(at))
    expect(width / height).toBeGreaterThan(0.4)
    expect(width / height).toBeLessThan(4)
    expect(width).toBeLessThan(6_000)
    expect(colors.size).toBeGreaterThan(8)
  })
})
