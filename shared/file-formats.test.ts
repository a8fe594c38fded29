import { describe, expect, it } from 'vitest'
import { exportFormats, fileFormatTable, writeOptions } from './file-formats.ts'

describe('the options of every format', () => {
  it('come out of a job as they went in', () => {
    for (const format of exportFormats) {
      const { options } = fileFormatTable[format]
      const standard = options.parse({})
      expect(options.parse(writeOptions(standard)), format).toEqual(standard)
    }
    const { options } = fileFormatTable.png
    const chosen = options.parse({ scale: '1.125', theme: 'dark', background: 'Transparent', padding: '0' })
    expect(options.parse(writeOptions(chosen))).toEqual(chosen)
    const asWide = options.parse({ width: '1200' })
    expect(options.parse(writeOptions(asWide))).toEqual(asWide)
  })

  it('are the same for a client that writes the default and one that leaves it out', () => {
    const { options } = fileFormatTable.png
    expect(options.parse({ scale: '2.0', padding: '48' })).toEqual(options.parse({}))
  })

  it('of a picture name one size, or the field that is too much', () => {
    const { options } = fileFormatTable.png
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
