import { describe, expect, it } from 'vitest'
import { labelledCards, type LabelledCard, publishedMaps } from '../../../../test/golden/labelled-roles.ts'
import { appearancesOf } from '../draw/appearance.ts'

const maps = [...publishedMaps.values()].flat()

describe('the role of a card', () => {
  it.each([
    { name: 'the first half of the labelled cards', cards: labelledCards.known, share: 0.98 },
    { name: 'the half held out', cards: labelledCards.heldOut, share: 0.95 },
    { name: 'the cards that readers reported', cards: labelledCards.reported, share: 0.98 },
    { name: 'ten published maps', cards: maps, share: 0.88 },
  ])('is found in $name, and none is wrong', ({ cards, share }) => {
    const found = cards.map((card) => ({ ...card, found: roleOf(card) }))
    const named = found.filter((it) => it.role !== 'none')
    expect(found.filter((it) => it.found !== 'none' && it.found !== it.role)).toEqual([])
    expect(named.filter((it) => it.found === it.role).length / named.length).toBeGreaterThan(share)
  })

  it('is known for four of five cards of ten published maps', () => {
    expect(publishedMaps.size).toBe(10)
    expect(maps.filter((it) => roleOf(it) !== 'none').length / maps.length).toBeGreaterThan(0.8)
  })
})

function roleOf({ node }: LabelledCard): string {
  const [role = 'other'] = appearancesOf([node]).roles
  return role === 'other' ? 'none' : role
}
