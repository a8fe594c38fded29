import { expect, it } from 'vitest'
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
