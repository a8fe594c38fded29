import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cases } from '../test/rig/cases.ts'
import { edgeSchema, mapSchema, nodeSchema } from './map.ts'

const odd = fc.oneof(
  fc.anything(),
  fc.constantFrom(...['', 'a', '\0', '\ud800', '💥'.repeat(120), '💥'.repeat(121), 'x'.repeat(200), 'x'.repeat(501)]),
  fc.constantFrom(0, 6, 48, 48.1, NaN, Infinity, true, null, undefined, 'red', 'currentcolor', 'USD', 'both', 'mono'),
  fc.array(fc.constantFrom('seat', 'flat', 'x'), { maxLength: 101 }),
)

/** Elements with any of the schema's keys, and sometimes another, holding what may be right or wrong. */
function elements(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const keys = [...Object.keys(schema.shape), 'unknown', '__proto__']
  const fields = fc.dictionary(fc.constantFrom(...keys), odd, { maxKeys: 4 })
  const right = fc.constantFrom({}, { id: 'a' }, { source: 'a', target: 'b' })
  return fc.oneof(
    odd,
    fc.tuple(right, fields).map(([one, other]) => ({ ...one, ...other })),
  )
}

describe('a schema that zod has compiled', () => {
  it.each([
    ['node', nodeSchema],
    ['edge', edgeSchema],
  ])('agrees with that of a %s on any body', (_name, schema) => {
    const compiled = z.compile(schema, { strict: true })
    const seen = new Set<boolean>()
    fc.assert(
      fc.property(elements(schema), (value) => {
        const isRight = schema.safeParse(value).success
        seen.add(isRight)
        expect(compiled.validate(value)).toBe(isRight)
      }),
      { numRuns: cases(5_000) },
    )
    expect(seen.size).toBe(2)
  })

  it('agrees with that of a whole map', () => {
    const compiled = z.compile(mapSchema, { strict: true })
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    const at = '2026-01-01T00:00:00.000Z'
    const right = {
      id,
      workspaceId: id,
      name: 'a',
      isPublic: false,
      nodes: [],
      edges: [],
      createdAt: at,
      updatedAt: at,
    }
    const nodes = fc.array(
      fc.oneof(fc.constantFrom({ id: 'a' }, { id: 'b', x: 1 }, { id: 'c' }), elements(nodeSchema)),
      {
        maxLength: 3,
      },
    )
    const edges = fc.array(fc.oneof(fc.constant({ source: 'a', target: 'b' }), elements(edgeSchema)), { maxLength: 2 })
    const other = fc.dictionary(fc.constantFrom(...Object.keys(right), 'unknown'), odd, { maxKeys: 1 })
    const map = fc.tuple(nodes, edges, other).map(([nodes, edges, other]) => ({ ...right, nodes, edges, ...other }))
    const counts = { right: 0, wrong: 0 }
    fc.assert(
      fc.property(map, (value) => {
        const isRight = mapSchema.safeParse(value).success
        counts[isRight ? 'right' : 'wrong']++
        expect(compiled.validate(value)).toBe(isRight)
      }),
      { numRuns: cases(3_000) },
    )
    expect(counts.right).toBeGreaterThan(10)
    expect(counts.wrong).toBeGreaterThan(10)
    expect(
      compiled.validate({ ...right, edges: Array.from({ length: 10_001 }, () => ({ source: 'a', target: 'b' })) }),
    ).toBe(false)
  })
})
