import { describe, expect, it } from 'vitest'
import { allowedVersions, matchesETag, versionETag } from './etag.ts'

describe('matchesETag', () => {
  it('finds the tag in a list, weak or strong', () => {
    expect(matchesETag('"v1", W/"v2" ,"v3"', versionETag(2))).toBe(true)
    expect(matchesETag('*', versionETag(2))).toBe(true)
  })

  it('is false without the tag', () => {
    for (const header of [undefined, '', 'v2', '"v20"', 'W/"v20"'])
      expect(matchesETag(header, versionETag(2))).toBe(false)
  })
})

describe('allowedVersions', () => {
  it('allows every version where the client names none', () => {
    expect(allowedVersions(undefined)).toBeUndefined()
    expect(allowedVersions(' * ')).toBeUndefined()
  })

  it('allows the named versions, also by the weak tag of a compressed response, and no foreign tag', () => {
    expect(allowedVersions('"v3",W/"v7"')).toEqual([3, 7])
    expect(allowedVersions('"other", W/"other", w/"v3", v4, "v99999999999"')).toEqual([])
  })
})
