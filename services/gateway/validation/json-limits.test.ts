import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../http/body.ts'
import { findExceededLimit } from './json-limits.ts'

/** JSON with trailing spaces, long enough to be checked. */
function long(json: string): Buffer {
  return Buffer.from(json + ' '.repeat(200_000))
}

const fieldsOf = (count: number): string => Array.from({ length: count }, (_, index) => `"k${index}":[${index}]`).join()

describe('the shape of a JSON text', () => {
  it('is accepted for bodies of usual depth and number of fields', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (json) => {
        expect(findExceededLimit(long(json))).toBeUndefined()
      }),
    )
  })

  it('ignores the content of strings', () => {
    const text = `{"a":"${'[{:'.repeat(100_000)}","b\\"${'{'.repeat(50)}":"${'\\\\'.repeat(3)}","${':'.repeat(500)}":1}`
    expect(findExceededLimit(Buffer.from(text))).toBeUndefined()
    expect(parseJson(Buffer.from(text))).toBeTypeOf('object')
  })

  it.each([
    ['nested arrays', '['.repeat(100_000), /nested/],
    ['nested objects', '{"a":'.repeat(33), /nested/],
    ['an object of many fields', `{${fieldsOf(201)}}`, /fields/],
    ['empty objects', `[${'{},'.repeat(1_300_000)}{}]`, /objects and arrays/],
    ['many nested arrays', `[${`${'['.repeat(30)}${']'.repeat(30)},`.repeat(1_100)}1]`, /objects and arrays/],
    ['texts', `[${'"a",'.repeat(260_000)}1]`, /values/],
    ['objects of different fields', `[${Array.from({ length: 250 }, (_, it) => `{"k${it}":1}`).join()}]`, /different/],
    ['a nested object of many fields', `{"nodes":[{"id":"a"},{${fieldsOf(201)}}]}`, /fields/],
  ])('is refused before parsing: %s', (_, json, problem) => {
    expect(findExceededLimit(long(json))).toMatch(problem)
    expect(() => parseJson(long(json))).toThrow(problem)
  })

  it('is accepted for 200 fields and 32 levels, and for many objects of few fields', () => {
    expect(findExceededLimit(long(`{${fieldsOf(200)}}`))).toBeUndefined()
    expect(findExceededLimit(long('['.repeat(32) + ']'.repeat(32)))).toBeUndefined()
    expect(findExceededLimit(long(`[${`{${fieldsOf(50)}},`.repeat(100)}1]`))).toBeUndefined()
  })

  it('is accepted for the largest map', () => {
    const node = { id: 'n', label: 'l', tech: 't', spend: 1, currency: 'USD', billing: ['flat'], x: 1, y: 2 }
    const styles = { line: 'step', label: 'l', labelColor: 'red', labelSize: 9, labelFont: 'mono', arrow: 'end' }
    const edge = { source: 'n', target: 'n', ...styles, color: 'red', dotColor: 'red', animated: false, dashed: true }
    const [nodes, edges] = [node, edge].map((element) => Array.from({ length: 1e4 }, () => element))
    const map = { name: 'x', nodes, edges }
    expect(findExceededLimit(Buffer.from(JSON.stringify(map)))).toBeUndefined()
  })

  it('is not checked in a short text', () => {
    expect(findExceededLimit(Buffer.from('['.repeat(1_000)))).toBeUndefined()
  })
})
