import type { InvalidRequest } from '@maps/shared/errors'
import { describe, expect, it } from 'vitest'
import { parseJsonTexts } from './json-texts.ts'
import { tools } from './tools.ts'

const schemaOf = (name: string) => tools.find((it) => it.name === name)!.listed.inputSchema

describe('an input with JSON texts', () => {
  it('has the lists, objects and numbers that they stand for', () => {
    const input = { name: '[1]', nodes: '[{"id":"a"}]', edges: ' []', isPublic: 'true' }
    const parsed = { name: '[1]', nodes: [{ id: 'a' }], edges: [], isPublic: true }
    expect(parseJsonTexts(input, schemaOf('create_map'))).toEqual(parsed)
    expect(parseJsonTexts({ id: '1', version: '3', operations: '[]' }, schemaOf('edit_map'))).toEqual({
      id: '1',
      version: 3,
      operations: [],
    })
    const options = { id: '1', format: 'png', options: '{"scale":"2"}' }
    expect(parseJsonTexts(options, schemaOf('export_map'))).toEqual({ ...options, options: { scale: '2' } })
  })

  it('stays as it is without them', () => {
    for (const input of [{ name: 'a', nodes: [{ id: 'a', label: '[]' }] }, { nodes: null }, {}, null, 'text']) {
      expect(parseJsonTexts(input, schemaOf('create_map'))).toBe(input)
    }
  })

  it('keeps text that is no JSON, for the check to refuse', () => {
    expect(parseJsonTexts({ nodes: '[{' }, schemaOf('create_map'))).toEqual({ nodes: '[{' })
  })

  it('is refused beyond the limits of a body', () => {
    const nodes = '['.repeat(200_000)
    const refusal = expect.objectContaining({ fields: { nodes: expect.stringContaining('nested') } }) as InvalidRequest
    expect(() => parseJsonTexts({ nodes }, schemaOf('create_map'))).toThrow(refusal)
  })
})
