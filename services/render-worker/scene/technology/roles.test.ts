import { describe, expect, it } from 'vitest'
import { labelledCards, type LabelledCard, publishedMaps } from '../../../../test/golden/labelled-roles.ts'
import { appearancesOf } from '../draw/appearance.ts'
import { themes } from '../draw/theme.ts'

const maps = [...publishedMaps.values()].flat()

describe('the role of a card', () => {
  it.each([
    { name: 'the first half of the labelled cards', cards: labelledCards.known, floor: 0.38, wrong: 4 },
    { name: 'the half held out', cards: labelledCards.heldOut, floor: 0.37, wrong: 3 },
    { name: 'ten published maps', cards: maps, floor: 0.6, wrong: 0 },
  ])('is found in $name', ({ cards, floor, wrong }) => {
    const found = cards.map((card) => ({ ...card, found: roleOf(card) }))
    const named = found.filter((it) => it.role !== 'none')
    expect(named.filter((it) => it.found === it.role).length / named.length).toBeGreaterThan(floor)
    expect(found.filter((it) => it.found !== 'none' && it.found !== it.role).length).toBeLessThanOrEqual(wrong)
  })

  it('is known for at least half of the cards of ten published maps', () => {
    expect(publishedMaps.size).toBe(10)
    expect(maps.filter((it) => roleOf(it) !== 'none').length / maps.length).toBeGreaterThan(0.53)
  })
})

function roleOf({ node }: LabelledCard): string {
  return appearancesOf([node], themes.light).roles[0] ?? 'none'
}
