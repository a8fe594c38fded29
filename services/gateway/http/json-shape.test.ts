import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './body.ts'
import { findMisshape } from './json-shape.ts'

/** The same JSON in a text that is long enough to be looked at. */
function long(json: string): Buffer {
  return Buffer.from(json + ' '.repeat(200_000))
}

const fieldsOf = (count: number): string => Array.from({ length: count }, (_, index) => `"k${index}":[${index}]`).join()

describe('the shape of a JSON text', () => {
  it('is fine for whatever nests no deeper and has no more fields than bodies of ours', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (json) => {
        expect(findMisshape(long(json))).toBeUndefined()
      }),
    )
  })

  it('is looked for outside of strings', () => {
    const text = `{"a":"${'[{:'.repeat(100_000)}","b\\"${'{'.repeat(50)}":"${'\\\\'.repeat(3)}","${':'.repeat(500)}":1}`
    expect(findMisshape(Buffer.from(text))).toBeUndefined()
    expect(parseJson(Buffer.from(text))).toBeTypeOf('object')
  })

  it.each([
    ['lists in each other', '['.repeat(100_000), /nested/],
    ['objects in each other', '{"a":'.repeat(33), /nested/],
    ['an object of many fields', `{${fieldsOf(201)}}`, /fields/],
    ['one of many fields in another', `{"nodes":[{"id":"a"},{${fieldsOf(201)}}]}`, /fields/],
  ])('is found to be wrong, and told before anything is parsed: %s', (_, json, problem) => {
    expect(findMisshape(long(json))).toMatch(problem)
    expect(() => parseJson(long(json))).toThrow(problem)
  })

  it('is fine for 200 fields and 32 levels, and for many objects of few', () => {
    expect(findMisshape(long(`{${fieldsOf(200)}}`))).toBeUndefined()
    expect(findMisshape(long('['.repeat(32) + ']'.repeat(32)))).toBeUndefined()
    expect(findMisshape(long(`[${`{${fieldsOf(50)}},`.repeat(100)}1]`))).toBeUndefined()
  })

  it('is nobody’s business in a short text', () => {
    expect(findMisshape(Buffer.from('['.repeat(1_000)))).toBeUndefined()
  })
})
