import { abbreviateMoney, formatMoney } from '@maps/shared/money'
import { describe, expect, it, vi } from 'vitest'
import { shopMap } from '../../../test/maps/sample-map.ts'
import { drawScene } from './draw/drawing.ts'
import { themes } from './draw/theme.ts'
import { createSceneCache } from './scene-cache.ts'
import { buildScene, defaultOptions, type SceneOptions } from './scene.ts'
import { estimated } from './text/measure.ts'

const options: SceneOptions = { ...defaultOptions, money: formatMoney }
const drawing = { background: undefined, padding: 48, legend: true }

/** A cache with the number of times that it has laid texts out, which is once a scene, and once more for the captions of groups. */
function openCache() {
  const built = { count: 0 }
  const sceneOf = createSceneCache((step) => {
    built.count++
    return estimated(step)
  })
  return { sceneOf, built }
}

describe('the scenes of recent maps', () => {
  it('are drawn in another theme as if they were new, without a new layout', async () => {
    const { sceneOf, built } = openCache()
    for (const theme of ['light', 'dark', 'dark', 'light'] as const) {
      const anew = await buildScene(shopMap(), themes[theme], estimated, options)
      const kept = await sceneOf(shopMap(), themes[theme], options)
      expect(drawScene(kept, { ...drawing, theme })).toEqual(drawScene(anew, { ...drawing, theme }))
    }
    expect(built.count).toBe(1)
  })

  it('are those of the same map and options alone', async () => {
    const { sceneOf, built } = openCache()
    const { nodes, edges } = shopMap()
    const view = {
      nodes,
      edges,
      description: 'View',
      members: new Map(),
      unpriced: new Map(),
      distances: new Map(),
    }
    const further: [object, Partial<SceneOptions>][] = [
      [{}, {}],
      [{ updatedAt: '2027-01-01T00:00:00.000Z' }, {}],
      [{}, { icons: false }],
      [{}, { labels: 'sans' }],
      [{}, { groups: 'role' }],
      [{}, { chips: 2 }],
      [{}, { costs: 'bars' }],
      [{}, { pin: { places: new Map([['web', { x: 0, y: 0 }]]) } }],
      [{}, { pin: { places: new Map([['web', { x: 0, y: 9 }]]) } }],
      [{}, { view: { ...view, edgesLeftOut: 0, leaving: new Map([['web', { in: 1, out: 0 }]]) } }],
      [{}, { view: { ...view, edgesLeftOut: 0, leaving: new Map([['web', { in: 2, out: 0 }]]) } }],
      [{}, { money: abbreviateMoney }],
    ]
    for (const [fields, own] of further)
      await sceneOf({ ...shopMap(), ...fields }, themes.light, { ...options, ...own })
    expect(built.count).toBe(further.length + 1)
  })

  it('are kept for a minute after their last use, and eight of them', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { sceneOf, built } = openCache()
    const request = (name: string) => sceneOf({ ...shopMap(), name }, themes.light, options)
    await request('first')
    vi.advanceTimersByTime(59_000)
    await request('first')
    vi.advanceTimersByTime(59_000)
    await request('first')
    expect(built.count).toBe(1)
    vi.advanceTimersByTime(61_000)
    await request('first')
    expect(built.count).toBe(2)
    for (let other = 1; other <= 8; other++) await request(`other ${other}`)
    await request('first')
    expect(built.count).toBe(2 + 8 + 1)
    vi.useRealTimers()
  })

  it('are not kept of large maps', async () => {
    const { sceneOf, built } = openCache()
    const map = { ...shopMap(), name: 'long '.repeat(12_000) }
    for (const theme of [themes.light, themes.dark]) await sceneOf(map, theme, options)
    expect(built.count).toBe(2)
  })
})
