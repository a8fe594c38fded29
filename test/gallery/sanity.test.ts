import { afterAll, describe, expect, it } from 'vitest'
import { pictures } from './pictures.ts'
import { type Faults, faultsOf } from './sanity.ts'

describe('gallery, by its geometry', () => {
  const found: Record<string, Partial<Record<keyof Faults, number>>> = {}
  afterAll(() => console.table(found))

  it.each(pictures)('lays $name out sanely', async ({ name, isReal, map }) => {
    const faults = await faultsOf(map)
    found[name] = countsOf(faults)

    expect(faults).toMatchObject({ overlappingCards: [], outside: [] })
    if (isReal) expect(faults.coveringLabels).toEqual([])
  })
})

/** How many faults of each kind, but for those that are not there. */
function countsOf(faults: Faults): Partial<Record<keyof Faults, number>> {
  return Object.fromEntries(
    Object.entries(faults).flatMap(([kind, { length }]) => (length > 0 ? [[kind, length]] : [])),
  )
}
