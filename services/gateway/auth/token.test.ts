import { describe, expect, it } from 'vitest'
import { hashToken, isWellFormedToken, newToken } from './token.ts'

describe('a workspace token', () => {
  it('is unique and well formed', () => {
    const tokens = Array.from({ length: 1_000 }, newToken)
    expect(new Set(tokens).size).toBe(tokens.length)
    expect(tokens.every(isWellFormedToken)).toBe(true)
    expect(tokens[0]).toMatch(/^mapsws_[0-9A-Za-z]{36}$/)
  })

  it('is distinguished from a mistyped one without the database', () => {
    const token = newToken()
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'a' ? 'b' : 'a'
      expect(isWellFormedToken(token.slice(0, at) + other + token.slice(at + 1)), `digit ${at}`).toBe(false)
    }
    for (const text of ['', 'mapsws_', `${token} `, token.slice(1), token.toLowerCase(), `${token}0`]) {
      expect(isWellFormedToken(text), text).toBe(false)
    }
  })

  it('is stored as a hash', () => {
    const token = newToken()
    // Stored hashes stay valid.
    const known = 'f928701848b54e55e27540b1af21277435f31b8ece4daf23ad90c203d2e8a365'
    expect(hashToken('mapsws_0123456789').toString('hex')).toBe(known)
    expect(hashToken(token)).toHaveLength(32)
    expect(hashToken(token).equals(hashToken(newToken()))).toBe(false)
  })
})
