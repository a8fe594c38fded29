import { parse } from 'node:querystring'
import { InvalidRequest } from '@maps/shared/errors'
import { flag, wholeNumberText } from '@maps/shared/formats/format'
import { MAX_ELEMENTS, mapChangeSchema, newMapSchema } from '@maps/shared/map'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileCheck, compileQueryCheck } from './check.ts'

const check = compileCheck(newMapSchema, 'The body')

function refusalOf(value: unknown, by: (value: unknown) => unknown = check): InvalidRequest {
  try {
    by(value)
  } catch (error) {
    if (error instanceof InvalidRequest) return error
    throw error
  }
  throw new Error('was not refused')
}

describe('compileCheck', () => {
  it('fills in defaults, and returns elements as the client sent them, with the same key order', () => {
    const node = { y: 1, id: 'a' }
    const checked = check({ nodes: [node], name: 'x' })
    expect(checked).toEqual({ name: 'x', nodes: [node], edges: [], isPublic: false })
    expect(checked.nodes[0]).toBe(node)
  })

  it('reports invalid fields of the body and of list elements together', () => {
    const { fields } = refusalOf({ name: 1, nodes: [{ id: 'a', billing: ['seat', 'x'] }], edges: [null] })
    expect(fields).toEqual({
      name: 'must be a string',
      'nodes[0].billing[1]': 'must be one of seat, team, usage, flat',
      'edges[0]': 'must be an object',
    })
  })

  it('stops at the twentieth problem and says that there are more', () => {
    const { fields, isTruncated } = refusalOf({ name: 'x', nodes: Array.from({ length: 5_000 }, () => ({})) })
    expect(Object.keys(fields)).toHaveLength(20)
    expect(isTruncated).toBe(true)
    const few = refusalOf({ name: 'x', nodes: Array.from({ length: 20 }, () => ({})) })
    expect(Object.keys(few.fields)).toHaveLength(20)
    expect(few.isTruncated).toBe(false)
  })

  it('checks the length of a list before its elements', () => {
    let reads = 0
    const watched = new Proxy({}, { get: () => void reads++ })
    const { fields } = refusalOf({ name: 'x', edges: Array.from({ length: MAX_ELEMENTS + 1 }, () => watched) })
    expect(fields).toEqual({ edges: 'must have at most 10000 edges' })
    expect(reads).toBe(0)
  })

  it('checks the length of a list in a member of a union, and stops at its twentieth problem', () => {
    const names = z.array(z.enum(['x', 'y'])).max(30, 'must have at most 30 names')
    const members = [z.strictObject({ op: z.literal('a'), names }), z.strictObject({ op: z.literal(['b', 'c']) })]
    const checkOperations = compileCheck(
      z.strictObject({ operations: z.array(z.discriminatedUnion('op', members as never)) }),
      'The input',
    )
    const refusal = (operation: unknown) => refusalOf({ operations: [operation] }, checkOperations)
    const many = refusal({ op: 'a', names: Array.from({ length: 200_000 }, () => 0) })
    expect(many.fields).toEqual({ 'operations[0].names': 'must have at most 30 names' })
    const wrong = refusal({ op: 'a', names: Array.from({ length: 25 }, () => 0) })
    expect(Object.keys(wrong.fields)).toHaveLength(20)
    expect(refusal({ op: 'c', x: 1 }).fields).toEqual({ 'operations[0].x': 'is not a known field; known are op' })
    expect(Object.keys(refusal({ op: 'd' }).fields)).toEqual(['operations[0].op'])
  })

  it('reports __proto__ as an unknown field, in bodies and in query strings', () => {
    const body = JSON.parse('{"name":"x","__proto__":{},"nodes":[{"id":"a","__proto__":1}]}') as unknown
    expect(Object.keys(refusalOf(body).fields)).toEqual(['__proto__', 'nodes[0].__proto__'])
    const query = compileQueryCheck(z.strictObject({ limit: z.string().optional() }))
    expect(Object.keys(refusalOf(parse('__proto__=1'), query).fields)).toEqual(['__proto__'])
  })

  it('lists the known fields of an object at any depth', () => {
    const schema = z.strictObject({ node: z.strictObject({ id: z.string(), size: z.int().optional() }) })
    const { fields } = refusalOf({ node: { id: 'a', name: 'x', size: 1.5 } }, compileCheck(schema, 'The body'))
    expect(fields).toEqual({
      'node.name': 'is not a known field; known are id, size',
      'node.size': 'must be a whole number',
    })
  })

  it('says which fields of a map only the server sets, and no more of those of its nodes', () => {
    const map = { id: 'x', workspaceId: 'x', createdAt: 'x', updatedAt: 'x', isPublic: true, nodes: [], edges: [] }
    const message = 'is set by the server: leave it out'
    const expected = { id: message, workspaceId: message, createdAt: message, updatedAt: message }
    expect(refusalOf({ ...map, name: 'x' }).fields).toEqual(expected)
    expect(refusalOf(map, compileCheck(mapChangeSchema, 'The body')).fields).toEqual(expected)
    const { fields } = refusalOf({ name: 'x', nodes: [{ id: 'a', createdAt: 'x' }], edges: [] })
    expect(fields['nodes[0].createdAt']).toMatch(/^is not a known field; known are id, label/)
    const query = compileQueryCheck(z.strictObject({ limit: z.string().optional() }))
    expect(refusalOf({ id: 'x' }, query).fields).toEqual({ id: 'is not a known field; known are limit' })
  })

  it('keeps the rules of the schema as a whole', () => {
    const { fields } = refusalOf({}, compileCheck(mapChangeSchema, 'The body'))
    expect(fields).toEqual({ '': 'must hold at least one of name, nodes, edges and isPublic' })
  })

  it('quotes and shortens an unusual key', () => {
    const { fields } = refusalOf({ 'a.b': 1, ['x'.repeat(500)]: 2 }, compileCheck(z.strictObject({}), 'The path'))
    expect(Object.keys(fields)).toEqual(['["a.b"]', `["${'x'.repeat(60)}"]`])
  })
})

describe('compileQueryCheck', () => {
  const options = z.strictObject({
    scale: wholeNumberText(1, 4).optional(),
    theme: z.enum(['light', 'dark']).optional(),
    icons: flag.optional(),
  })

  it('says that a parameter is repeated, rather than that a list is of the wrong type', () => {
    const query = parse('scale=2&scale=3&theme=dark&theme=dark&theme=dark&icons=true&icons=true')
    expect(refusalOf(query, compileQueryCheck(options)).fields).toEqual({
      scale: 'is given 2 times: give it once',
      theme: 'is given 3 times: give it once',
      icons: 'is given 2 times: give it once',
    })
  })

  it('names an unknown parameter as unknown, repeated or not', () => {
    const { fields } = refusalOf(parse('size=2&size=2'), compileQueryCheck(options))
    expect(fields).toEqual({ size: 'is not a known field; known are scale, theme, icons' })
  })
})
