import type { MapNode } from '@maps/shared/map'
import { describe, expect, it } from 'vitest'
import { exportFigma } from '../../../../test/maps/figma-export.ts'
import { mapOf, shopMap } from '../../../../test/maps/sample-map.ts'
import { buildScene } from '../scene.ts'
import { estimateWidth } from '../text/font-metrics.ts'
import { estimated } from '../text/measure.ts'
import { costSharesOf } from './cost-bar.ts'
import { drawScene } from './drawing.ts'
import { themes } from './theme.ts'

const nodes: MapNode[] = [
  { id: 'web', tech: 'nginx' },
  { id: 'db', tech: 'PostgreSQL', spend: 400 },
  { id: 'cache', tech: 'Redis', spend: 100 },
  { id: 'mail', spend: 50, currency: 'EUR' },
  { id: 'credit', spend: -20 },
]

async function drawn(costs: 'amounts' | 'bars', map = mapOf(nodes)) {
  const scene = await buildScene(map, themes.light, estimated, { icons: true, labels: 'own', groups: 'none', costs })
  const { items } = drawScene(scene, { theme: 'light', background: undefined, padding: 48, legend: true })
  const bars = items.flatMap((it) => (it.kind === 'rect' && it.height === 4 ? [it] : []))
  const texts = items.flatMap((it) => (it.kind === 'text' ? [it.text] : []))
  return { scene, texts, tracks: bars.filter((it) => it.fill === themes.light.chip), bars }
}

describe('costs in a picture', () => {
  it('are sums within it, also of many currencies', async () => {
    const spends = (['USD', 'EUR', 'GBP', 'JPY'] as const).map((currency, index): MapNode => {
      return { id: currency, tech: 'PostgreSQL', spend: 1_234_567, currency, x: 0, y: 130 * index }
    })
    const { scene } = await drawn('bars', mapOf([...spends, { id: 'web', tech: 'React', x: 0, y: 600 }]))
    const { items, width } = drawScene(scene, {
      theme: 'light',
      background: undefined,
      padding: 48,
      legend: true,
      title: false,
    })
    const sums = items.flatMap((it) => (it.kind === 'text' && it.text.includes(' + ') ? [it] : []))
    expect(sums).toHaveLength(1)
    expect(sums[0]!.x + estimateWidth(sums[0]!)).toBeLessThanOrEqual(width - 48)
  })

  it('have bars as long as their share in the largest cost of their currency', () => {
    const shareOf = costSharesOf(nodes)
    expect(nodes.map(shareOf)).toEqual([undefined, 1, 0.25, 1, 0])
    expect(costSharesOf([{ id: 'a', spend: -5 }])({ id: 'a', spend: -5 })).toBe(0)
  })

  it('have tracks of one length on all cards, so that bars can be compared', async () => {
    const { tracks, bars } = await drawn('bars')
    expect(new Set(tracks.map((it) => it.width)).size).toBe(1)
    const full = tracks[0]!.width
    expect(tracks).toHaveLength(4)
    expect(bars.filter((it) => !tracks.includes(it)).map((it) => it.width / full)).toEqual([1, 0.25, 1])
  })

  it('have sums by role in the legend, also of services without a role', async () => {
    const { texts } = await drawn('bars')
    const legend = texts.slice(texts.indexOf('Edge'), texts.indexOf('Edge') + 5)
    expect(legend).toEqual(['Edge', 'Data stores', '$500', 'Other', '-$20 + €50'])
  })

  it('have neither bars nor sums without the option', async () => {
    const { bars, texts } = await drawn('amounts')
    expect(bars).toEqual([])
    expect(texts).not.toContain('$500')
  })

  it('leave a card with a bar as high as its contents', async () => {
    const [plain, withBars] = [await drawn('amounts', shopMap()), await drawn('bars', shopMap())]
    const heights = ({ scene }: typeof plain): number[] => scene.cards.map((it) => it.content.height)
    const grown = heights(withBars).map((it, index) => it - heights(plain)[index]!)
    expect(grown).toEqual(plain.scene.cards.map(({ node }) => (node?.spend === undefined ? 0 : 11)))
  })

  it('stay amounts in a figma file', async () => {
    expect(String(await exportFigma(shopMap()))).toContain('$2,400/mo')
  })
})
