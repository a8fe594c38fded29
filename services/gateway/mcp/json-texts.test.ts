import type { InvalidRequest } from '@maps/shared/errors'
import { describe, expect, it } from 'vitest'
import { parseJsonTexts } from './json-texts.ts'
import { tools } from './tools.ts'

const schemaOf = (name: string) => tools.find((it) => it.name === name)!.listed.inputSchema

describe('an input with JSON texts', () => {
  it('has the lists, objects and numbers that they stand for', async () => {
    const input = { name: '[1]', nodes: '[{"id":"a"}]', edges: ' []', isPublic: 'true' }
    const parsed = { name: '[1]', nodes: [{ id: 'a' }], edges: [], isPublic: true }
    expect(await parseJsonTexts(input, schemaOf('create_map'))).toEqual(parsed)
    expect(await parseJsonTexts({ id: '1', version: '3', operations: '[]' }, schemaOf('edit_map'))).toEqual({
      id: '1',
      version: 3,
      operations: [],
    })
    const options = { id: '1', format: 'png', options: '{"scale":"2"}' }
    expect(await parseJsonTexts(options, schemaOf('export_map'))).toEqual({ ...options, options: { scale: '2' } })
  })

  it('stays as it is without them', async () => {
    for (const input of [{ name: 'a', nodes: [{ id: 'a', label: '[]' }] }, { nodes: null }, {}, null, 'text']) {
      expect(await parseJsonTexts(input, schemaOf('create_map'))).toBe(input)
    }
  })

  it('keeps text that is no JSON, for the check to refuse', async () => {
    expect(await parseJsonTexts({ nodes: '[{' }, schemaOf('create_map'))).toEqual({ nodes: '[{' })
  })

  it('is refused beyond the limits of a body', async () => {
    const nodes = '['.repeat(200_000)
    const refusal = expect.objectContaining({ fields: { nodes: expect.stringContaining('nested') } }) as InvalidRequest
    await expect(parseJsonTexts({ nodes }, schemaOf('create_map'))).rejects.toThrow(refusal)
  })

  it('lets other requests run after each of them', async () => {
    let turns = 0
    const turn = (): void => void (turns++, (next = setImmediate(turn)))
    let next = setImmediate(turn)
    await parseJsonTexts({ name: 'a', nodes: '[]', edges: '[]', isPublic: 'true' }, schemaOf('create_map'))
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(3)
  })
})
