import { describe, expect, it } from 'vitest'
import { exportFormats, fileFormatTable, writeOptions } from './file-formats.ts'

const { options } = fileFormatTable.png

describe('the options of every format', () => {
  it('stay the same in a job', () => {
    for (const format of exportFormats) {
      const { options } = fileFormatTable[format]
      const defaults = options.parse({})
      expect(options.parse(writeOptions(defaults)), format).toEqual(defaults)
    }
    const styled = { scale: '1.125', theme: 'dark', background: 'Transparent', padding: '0' }
    for (const query of [styled, { width: '1200' }]) {
      const parsed = options.parse(query)
      expect(options.parse(writeOptions(parsed))).toEqual(parsed)
    }
  })

  it('are the same for a client that writes the default and one that leaves it out', () => {
    expect(options.parse({ scale: '2.0', padding: '48' })).toEqual(options.parse({}))
    expect(options.parse({ scale: String(4 / 3) })).toEqual(options.parse({ scale: '1.333' }))
    expect(options.parse({ scale: (2).toFixed(20) })).toEqual(options.parse({}))
  })

  it('of a picture take one size, and name the superfluous field', () => {
    const fieldsOf = (query: object) => options.safeParse(query).error?.issues.map((it) => it.path.join())
    expect(fieldsOf({ width: '1200', scale: '2' })).toEqual(['width'])
    expect(fieldsOf({ width: '1200', maxWidth: '1200' })).toEqual(['width'])
    expect(fieldsOf({ width: '99' })).toEqual(['width'])
    expect(fieldsOf({ maxWidth: '8001' })).toEqual(['maxWidth'])
    expect(fieldsOf({ maxWidth: '1200', scale: '3' })).toBeUndefined()
    expect(fieldsOf({ height: '630' })).toEqual(['height'])
    expect(fieldsOf({ width: '1200', height: '630' })).toBeUndefined()
  })
})
