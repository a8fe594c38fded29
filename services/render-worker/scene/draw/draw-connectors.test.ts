import { describe, expect, it } from 'vitest'
import { mapOf } from '../../../../test/maps/sample-map.ts'
import { buildScene } from '../scene.ts'
import { estimated } from '../text/measure.ts'
import { drawScene } from './drawing.ts'
import { themes } from './theme.ts'

/** Widths and colours of the lines between neighbours, and of one across the whole picture, in the order of painting. */
async function linesOf(services: number, color?: string) {
  const nodes = Array.from({ length: services }, (_, index) => ({
    id: `n${index}`,
    x: index * 300,
    y: (index % 2) * 80,
  }))
  const short = nodes.slice(1).map(({ id }, index) => ({ source: nodes[index]!.id, target: id }))
  const edges = [...short, { source: 'n0', target: `n${services - 1}`, ...(color && { color }) }]
  const scene = await buildScene(mapOf(nodes, edges), themes.light, estimated)
  const { items, groups } = drawScene(scene, { theme: 'light', background: undefined, padding: 48, legend: true })
  return groups.flatMap(({ names, start }) => {
    const item = items[start]!
    return item.kind === 'path' && names['edge']
      ? [{ edge: names['edge'], width: item.lineWidth, stroke: item.stroke }]
      : []
  })
}

describe('lines longer than a third of the picture', () => {
  it('recede behind the others in a map of 40 services or more', async () => {
    const [first, ...others] = await linesOf(40)
    expect(first).toMatchObject({ edge: '39', width: 1 })
    expect(first!.stroke).not.toBe(others[0]!.stroke)
    expect(new Set(others.map((it) => it.width))).toEqual(new Set([1.5]))
    expect(others.map((it) => it.edge)).toEqual(others.map((_, index) => String(index)))
  })

  it('are like the others in a smaller map', async () => {
    const lines = await linesOf(39)
    expect(new Set(lines.map((it) => it.width))).toEqual(new Set([1.5]))
    expect(lines.map((it) => it.edge)).toEqual(lines.map((_, index) => String(index)))
  })

  it('keep a colour of their own', async () => {
    expect((await linesOf(40, '#336699'))[0]).toMatchObject({ width: 1, stroke: 'rgba(51, 102, 153, 1)' })
  })
})
