import { describe, expect, it } from 'vitest'
import { allowedVersions, isCurrent, versionTag } from './etag.ts'

describe('isCurrent', () => {
  it('finds the tag in a list, weak or strong', () => {
    expect(isCurrent('"v1", W/"v2" ,"v3"', versionTag(2))).toBe(true)
    expect(isCurrent('*', versionTag(2))).toBe(true)
  })

  it('finds nothing where there is nothing', () => {
    for (const header of [undefined, '', 'v2', '"v20"', 'W/"v20"']) expect(isCurrent(header, versionTag(2))).toBe(false)
  })
})

describe('allowedVersions', () => {
  it('allows every version where the client does not care', () => {
    expect(allowedVersions(undefined)).toBeUndefined()
    expect(allowedVersions(' * ')).toBeUndefined()
  })

  it('allows those named, also by the weak tag of a compressed response, and no foreign tag', () => {
    expect(allowedVersions('"v3",W/"v7"')).toEqual([3, 7])
    expect(allowedVersions('"other", W/"other", w/"v3", v4, "v99999999999"')).toEqual([])
  })
})
