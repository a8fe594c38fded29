import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { times } from '../test/faults/run-size.ts'
import { edgeSchema, mapSchema, nodeSchema } from './map.ts'

const anyValue = fc.oneof(
  fc.anything(),
  fc.constantFrom(...['', 'a', '\0', '\ud800', '💥'.repeat(120), '💥'.repeat(121), 'x'.repeat(200), 'x'.repeat(501)]),
  fc.constantFrom(0, 6, 48, 48.1, NaN, Infinity, true, null, undefined, 'red', 'currentcolor', 'USD', 'both', 'mono'),
  fc.array(fc.constantFrom('seat', 'flat', 'x'), { maxLength: 101 }),
)

/** Elements with keys of the schema and unknown keys, and with valid and invalid values. */
function elements(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const keys = [...Object.keys(schema.shape), 'unknown', '__proto__']
  const fields = fc.dictionary(fc.constantFrom(...keys), anyValue, { maxKeys: 4 })
  const required = fc.constantFrom({}, { id: 'a' }, { source: 'a', target: 'b' })
  const element = fc.tuple(required, fields).map(([one, other]) => ({ ...one, ...other }))
  return fc.oneof(anyValue, element)
}

/** Expects the compiled schema to agree with the schema. @returns how many values were valid, and how many not */
function compare(schema: z.ZodObject, values: fc.Arbitrary<unknown>, numRuns: number) {
  const compiled = z.compile(schema, { strict: true })
  const counts = { valid: 0, invalid: 0 }
  const property = fc.property(values, (value) => {
    const isValid = schema.safeParse(value).success
    counts[isValid ? 'valid' : 'invalid']++
    expect(compiled.validate(value)).toBe(isValid)
  })
  fc.assert(property, { numRuns })
  return counts
}

describe('a schema that zod has compiled', () => {
  it.each([
    ['node', nodeSchema],
    ['edge', edgeSchema],
  ])('agrees with that of a %s on any body', (_name, schema) => {
    const { valid, invalid } = compare(schema, elements(schema), times(400, 5_000))
    expect(Math.min(valid, invalid)).toBeGreaterThan(0)
  })

  it('agrees with that of a whole map', () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    const at = '2026-01-01T00:00:00.000Z'
    const content = { name: 'a', isPublic: false, nodes: [], edges: [] }
    const valid = { id, workspaceId: id, ...content, createdAt: at, updatedAt: at }
    const validNodes = fc.constantFrom({ id: 'a' }, { id: 'b', x: 1 }, { id: 'c' })
    const nodes = fc.array(fc.oneof(validNodes, elements(nodeSchema)), { maxLength: 3 })
    const edges = fc.array(fc.oneof(fc.constant({ source: 'a', target: 'b' }), elements(edgeSchema)), { maxLength: 2 })
    const other = fc.dictionary(fc.constantFrom(...Object.keys(valid), 'unknown'), anyValue, { maxKeys: 1 })
    const map = fc.tuple(nodes, edges, other).map(([nodes, edges, other]) => ({ ...valid, nodes, edges, ...other }))
    const counts = compare(mapSchema, map, times(400, 3_000))
    expect(counts.valid).toBeGreaterThan(10)
    expect(counts.invalid).toBeGreaterThan(10)
    const tooMany = Array.from({ length: 10_001 }, () => ({ source: 'a', target: 'b' }))
    expect(z.compile(mapSchema, { strict: true }).validate({ ...valid, edges: tooMany })).toBe(false)
  })
})
