import type { MapNode } from '@maps/shared/map'
import { expect, it } from 'vitest'
import { mapOf } from '../../../../test/maps/sample-map.ts'
import { buildScene, defaultOptions } from '../scene.ts'
import { estimated } from '../text/measure.ts'
import { drawLegend, legendOf } from './legend.ts'
import { themes } from './theme.ts'

const measure = (): number => 50

it('names the grey cards of a picture, too', () => {
  const drawn = drawLegend(legendOf(['store', 'other'], measure), 0, 100, 500, themes.dark, 1)
  expect(drawn.flatMap((it) => (it.kind === 'text' ? it.text : []))).toEqual(['Data stores', 'Other'])
  expect(drawn.flatMap((it) => (it.kind === 'rect' ? it.fill : []))).toEqual([
    themes.dark.roles.store,
    themes.dark.roles.other,
  ])
})

it('is left out where all cards have one colour', () => {
  expect(legendOf(['other'], measure)).toEqual([])
})

it('says what bars of costs in several currencies show', async () => {
  const nodes = [
    { id: 'a', label: 'Core banking', spend: 410_000, currency: 'EUR' as const },
    { id: 'b', label: 'Messages', spend: 137, currency: 'CHF' as const },
  ]
  const textsOf = async (own: MapNode[]) =>
    (await buildScene(mapOf(own, []), themes.light, estimated, { ...defaultOptions, costs: 'bars' })).legend.map(
      (it) => it.text,
    )
  expect(await textsOf(nodes)).toContain('Share of the largest cost in its currency')
  expect(await textsOf(nodes.map((it) => ({ ...it, currency: 'EUR' })))).toEqual([])
})
