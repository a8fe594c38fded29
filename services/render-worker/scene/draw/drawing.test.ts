import type { MapNode } from '@maps/shared/map'
import { currencies } from '@maps/shared/map-values'
import { describe, expect, it } from 'vitest'
import { mapOf } from '../../../../test/maps/sample-map.ts'
import { buildScene, defaultOptions } from '../scene.ts'
import { estimated } from '../text/measure.ts'
import { type DrawingOptions, drawScene, type Scene } from './drawing.ts'
import { themes } from './theme.ts'

const options: DrawingOptions = { theme: 'light', background: undefined, padding: 48, legend: true }

/** A scene of 120 services in four columns, with costs in all currencies for each of two roles. */
function tallScene(name = 'Tall'): Promise<Scene> {
  const nodes = Array.from({ length: 120 }, (_, at): MapNode => {
    const place = { x: 250 * (at % 4), y: 110 * Math.floor(at / 4) }
    return {
      id: `n${at}`,
      tech: ['Redis', 'Kafka'][at % 2]!,
      spend: 1_234.56,
      currency: currencies[at % 10]!,
      ...place,
    }
  })
  return buildScene(mapOf(nodes, [], name), themes.light, estimated, { ...defaultOptions, costs: 'bars' })
}

/** The font size of a text in a drawing, in px. */
function sizeOf(scene: Scene, text: string | undefined, further: Partial<DrawingOptions> = {}): number {
  const found = drawScene(scene, { ...options, ...further }).items.find((it) => it.kind === 'text' && it.text === text)
  return found?.kind === 'text' ? found.font.size : 0
}

describe('title and legend of a large drawing', () => {
  it('are larger, but make it no wider', async () => {
    const scene = await tallScene()
    const [first] = scene.legend
    const widest = Math.max(...scene.legend.map((it) => it.width))
    const plain = drawScene(scene, { ...options, legend: false })
    expect(plain.height).toBeGreaterThan(2_000)
    expect(sizeOf(scene, 'Tall')).toBeGreaterThan(20)
    expect(drawScene(scene, options).width).toBeLessThanOrEqual(Math.max(plain.width, Math.ceil(widest + 96)))
    // A title that is not drawn does not keep the legend small.
    const long = await tallScene('A name that is as long as the drawing is wide '.repeat(3))
    expect(sizeOf(long, first!.text, { title: false })).toBe(sizeOf(scene, first!.text, { title: false }))
  })

  it('are not in the place of the note that there are no services', async () => {
    const scene = await buildScene(mapOf([]), themes.light, estimated)
    const { items } = drawScene(scene, options)
    const move = items.find((it) => it.kind === 'move')!
    const note = items.find((it) => it.kind === 'rect' && it.dash !== undefined)
    const texts = items.flatMap((it) => (it.kind === 'text' && it.text !== scene.emptyText ? [it.y] : []))
    expect(note?.kind === 'rect' && note.y + move.y).toBeGreaterThan(Math.max(...texts))
  })
})
