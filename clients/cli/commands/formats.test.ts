import { fileFormatTable } from '@maps/shared/file-formats'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../failure.ts'
import { exportFormats, formatOptions, formatOptionWords, readFormatOptions } from './formats.ts'

describe('the options of a format', () => {
  it('become options of the service, and words again', () => {
    const given = { 'max-width': 900, theme: 'dark', 'no-icons': true, background: '#fff', output: 'x.png', json: true }
    const options = readFormatOptions('png', given)
    expect(options).toEqual({ maxWidth: 900, theme: 'dark', icons: false, background: '#fff' })
    const words = ['--theme', 'dark', '--max-width', '900', '--background', '#fff', '--no-icons']
    expect(formatOptionWords('png', options)).toEqual(words)
  })

  it('have no word for a default value', () => {
    expect(formatOptionWords('agents', { compact: false, costs: true })).toEqual([])
    expect(formatOptionWords('agents', { compact: true, costs: false })).toEqual(['--compact', '--no-costs'])
  })

  it.each(exportFormats)('are for %s those of the service', (format) => {
    const fields = Object.keys(formatOptions).flatMap((name) => {
      try {
        return Object.keys(readFormatOptions(format, { [name]: 1 }))
      } catch {
        return []
      }
    })
    expect(fields.toSorted()).toEqual(Object.keys(fileFormatTable[format].options.shape).toSorted())
  })

  it('belong each to some formats, and are refused for others', () => {
    for (const name of Object.keys(formatOptions)) {
      const isRead = (format: (typeof exportFormats)[number]): boolean => {
        try {
          return Object.keys(readFormatOptions(format, { [name]: 1 })).length === 1
        } catch (error) {
          expect(error).toEqual(new UsageError(`--${name} is no option of ${format}.`))
          return false
        }
      }
      const formats = exportFormats.filter(isRead)
      expect(formats.length).toBeGreaterThan(0)
      expect(formats.length).toBeLessThan(exportFormats.length)
    }
  })
})
