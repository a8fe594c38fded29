import { describe, expect, it } from 'vitest'
import { arranged, countCrossings, drawn, measureStillness, pinOf, stillMaps } from './stillness.ts'

const MAX_RATIO = 1.4
const timeout = 120_000

describe('a pinned picture', () => {
  it('is the same as before it was pinned, lines included', { timeout }, async () => {
    for (const map of stillMaps) {
      const pinned = await drawn(map, pinOf(await arranged(map)))
      expect(pinned, map.name).toEqual(await drawn(map))
    }
  })

  it(
    'shows a service that keeps its size where it was after a change, and no card on another',
    { timeout },
    async ({ annotate }) => {
      let evaded = 0
      for (const map of stillMaps) {
        const stillness = await measureStillness(map)
        expect(stillness).toMatchObject({ moved: [], overlapping: [] })
        evaded += stillness.evaded
      }
      await annotate(
        `${stillMaps.length} maps, 20 changes each: 0 px; ${evaded} cards grew over another one and moved`,
        'measured',
      )
    },
  )

  it('has few more crossings than a fresh layout after 20 changes in a row', { timeout }, async ({ annotate }) => {
    const sums = { pinned: 0, fresh: 0 }
    for (const map of stillMaps) {
      const { pinned, fresh } = await countCrossings(map)
      sums.pinned += pinned
      sums.fresh += fresh
    }
    expect(sums.pinned / sums.fresh).toBeLessThanOrEqual(MAX_RATIO)
    await annotate(`${sums.pinned} crossings, ${sums.fresh} in fresh layouts`, 'measured')
  })
})
