import { describe, expect, it } from 'vitest'
import { pictures } from './pictures.ts'
import { faultsOf } from './sanity.ts'

describe('gallery, by its geometry', () => {
  it.each(pictures)('lays $name out sanely', async ({ isReal, map }) => {
    const faults = await faultsOf(map)
    expect(faults).toMatchObject({ overlappingCards: [], outside: [] })
    if (isReal) expect(faults.coveringLabels).toEqual([])
  })
})
