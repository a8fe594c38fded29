import { describe, expect, it } from 'vitest'
import { allowedVersions, fileETag, matchesETag, versionETag } from './etag.ts'

describe('matchesETag', () => {
  it('finds the tag in a list, weak or strong', () => {
    expect(matchesETag('"v1", W/"v2" ,"v3"', versionETag(2))).toBe(true)
    expect(matchesETag('*', versionETag(2))).toBe(true)
  })

  it('finds the tag with the suffix of a proxy that compresses', () => {
    for (const header of ['"v2-gzip"', 'W/"v2-br"', '"v2--gzip"', '"v1-gzip", "v2-zstd"', '"v2-deflate"'])
      expect(matchesETag(header, versionETag(2)), header).toBe(true)
    expect(matchesETag('"ab12-gzip"', fileETag('ab12'))).toBe(true)
  })

  it('is false without the tag', () => {
    for (const header of [
      undefined,
      '',
      'v2',
      '"v20"',
      'W/"v20"',
      '"v20-gzip"',
      '"v2-", "v2-gz"',
      '"v2-gzip',
      '"-gzip"',
    ])
      expect(matchesETag(header, versionETag(2))).toBe(false)
  })
})

describe('allowedVersions', () => {
  it('allows every version where the client names none', () => {
    expect(allowedVersions(undefined)).toBeUndefined()
    expect(allowedVersions(' * ')).toBeUndefined()
  })

  it('allows the version in a tag with the suffix of a proxy that compresses', () => {
    expect(allowedVersions('"v3-gzip", W/"v7--gzip","v8-br"')).toEqual([3, 7, 8])
    expect(allowedVersions('"v3-other", "v3-gzip-1"')).toEqual([])
  })

  it('allows the named versions, also by the weak tag of a compressed response, and no foreign tag', () => {
    expect(allowedVersions('"v3",W/"v7"')).toEqual([3, 7])
    expect(allowedVersions('"other", W/"other", w/"v3", v4, "v99999999999"')).toEqual([])
  })
})
