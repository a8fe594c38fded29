import { describe, expect, it } from 'vitest'
import { isLong, times } from '../faults/run-size.ts'
import { arranged, countCrossings, drawn, measureStillness, pinOf, stillMaps } from './stillness.ts'

const ROWS = times(1, 4)
/** `npm test` takes one map in three, and makes rows of changes of one in ten: each takes twenty layouts. */
const maps = stillMaps.filter((_map, index) => isLong || index % 3 === 0)
const changedMaps = stillMaps.filter((_map, index) => isLong || index % 10 === 0)
/** Maximum number of crossings for each one of a fresh layout. */
const MAX_RATIO = 1.4
const timeout = 300_000 * ROWS

describe('a pinned picture', () => {
  it('is the same as before it was pinned, lines included', { timeout }, async () => {
    for (const map of maps) {
      const pinned = await drawn(map, pinOf(await arranged(map)))
      expect(pinned, map.name).toEqual(await drawn(map))
    }
  })

  it(
    'shows a service that keeps its size where it was after a change, and no card on another',
    { timeout },
    async (context) => {
      let evaded = 0
      for (const map of maps) {
        const stillness = await measureStillness(map)
        expect(stillness).toMatchObject({ moved: [], overlapping: [] })
        evaded += stillness.evaded
      }
      await context.annotate(
        `0 px on ${maps.length} maps; ${evaded} cards that grew over another one moved`,
        'measured',
      )
    },
  )

  it('has few more crossings than a fresh layout after twenty changes in a row', { timeout }, async ({ annotate }) => {
    const sums = { pinned: 0, fresh: 0 }
    for (let row = 0; row < ROWS; row++) {
      for (const map of changedMaps) {
        const { pinned, fresh } = await countCrossings(map, row)
        sums.pinned += pinned
        sums.fresh += fresh
      }
    }
    expect(sums.pinned / sums.fresh).toBeLessThanOrEqual(MAX_RATIO)
    await annotate(`${sums.pinned} crossings, and ${sums.fresh} in fresh layouts`, 'measured')
  })
})
