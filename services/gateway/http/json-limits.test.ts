import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './body.ts'
import { describeExcessiveJson } from './json-limits.ts'

/** The same JSON in a text that is long enough to be looked at. */
function long(json: string): Buffer {
  return Buffer.from(json + ' '.repeat(200_000))
}

const fieldsOf = (count: number): string => Array.from({ length: count }, (_, index) => `"k${index}":[${index}]`).join()

describe('the shape of a JSON text', () => {
  it('is fine for bodies as deep and with as many fields as ours', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (json) => {
        expect(describeExcessiveJson(long(json))).toBeUndefined()
      }),
    )
  })

  it('is looked for outside of strings', () => {
    const text = `{"a":"${'[{:'.repeat(100_000)}","b\\"${'{'.repeat(50)}":"${'\\\\'.repeat(3)}","${':'.repeat(500)}":1}`
    expect(describeExcessiveJson(Buffer.from(text))).toBeUndefined()
    expect(parseJson(Buffer.from(text))).toBeTypeOf('object')
  })

  it.each([
    ['lists in each other', '['.repeat(100_000), /nested/],
    ['objects in each other', '{"a":'.repeat(33), /nested/],
    ['an object of many fields', `{${fieldsOf(201)}}`, /fields/],
    ['empty objects', `[${'{},'.repeat(1_300_000)}{}]`, /objects and arrays/],
    [
      'arrays in each other, many times',
      `[${`${'['.repeat(30)}${']'.repeat(30)},`.repeat(1_100)}1]`,
      /objects and arrays/,
    ],
    ['texts', `[${'"a",'.repeat(260_000)}1]`, /values/],
    ['objects of other fields each', `[${Array.from({ length: 250 }, (_, it) => `{"k${it}":1}`).join()}]`, /different/],
    ['one of many fields in another', `{"nodes":[{"id":"a"},{${fieldsOf(201)}}]}`, /fields/],
  ])('is found to be wrong, and told before anything is parsed: %s', (_, json, problem) => {
    expect(describeExcessiveJson(long(json))).toMatch(problem)
    expect(() => parseJson(long(json))).toThrow(problem)
  })

  it('is fine for 200 fields and 32 levels, and for many objects of few', () => {
    expect(describeExcessiveJson(long(`{${fieldsOf(200)}}`))).toBeUndefined()
    expect(describeExcessiveJson(long('['.repeat(32) + ']'.repeat(32)))).toBeUndefined()
    expect(describeExcessiveJson(long(`[${`{${fieldsOf(50)}},`.repeat(100)}1]`))).toBeUndefined()
  })

  it('is fine for the largest map', () => {
    const node = { id: 'n', label: 'l', tech: 't', spend: 1, currency: 'USD', billing: ['flat'], x: 1, y: 2 }
    const styles = { line: 'step', label: 'l', labelColor: 'red', labelSize: 9, labelFont: 'mono', arrow: 'end' }
    const edge = { source: 'n', target: 'n', ...styles, color: 'red', dotColor: 'red', animated: false, dashed: true }
    const map = {
      name: 'x',
      nodes: Array.from({ length: 1e4 }, () => node),
      edges: Array.from({ length: 1e4 }, () => edge),
    }
    expect(describeExcessiveJson(Buffer.from(JSON.stringify(map)))).toBeUndefined()
  })

  it('is not looked for in a short text', () => {
    expect(describeExcessiveJson(Buffer.from('['.repeat(1_000)))).toBeUndefined()
  })
})
