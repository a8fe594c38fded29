import { describe, expect, it } from 'vitest'
import { galleryMaps } from './gallery-maps.ts'
import { findFaults } from './sanity.ts'

describe('gallery, by its geometry', () => {
  it.each(galleryMaps)('lays $name out sanely', async ({ isReal, map }) => {
    const faults = await findFaults(map)
    expect(faults).toMatchObject({ overlappingCards: [], outside: [], smallTexts: [] })
    if (isReal) expect(faults.coveringLabels).toEqual([])
  })
})
