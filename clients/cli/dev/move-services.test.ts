import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../../test/rig/cases.ts'
import { arrange } from './arrange.ts'
import { type JsonFault, lineAt, locateJson, placeOfField } from './json-places.ts'
import { mapIn, moveServices } from './move-services.ts'

const at = (x: number, y: number) => new Map([['a', { x, y }]])

describe('a moved service', () => {
  it.each([
    ['one line', '{"nodes":[{"id":"a","label":"A"}]}', '{"nodes":[{"id":"a","label":"A","x":1,"y":-2}]}'],
    ['spaces on both sides of colons', '{"nodes" : [{"id" : "a"}]}', '{"nodes" : [{"id" : "a", "x" : 1, "y" : -2}]}'],
    ['spaces in a line', '{ "nodes": [{ "id": "a" }] }', '{ "nodes": [{ "id": "a", "x": 1, "y": -2 }] }'],
    [
      'tabs and line ends of Windows',
      '{\r\n\t"nodes": [\r\n\t\t{\r\n\t\t\t"id": "a",\r\n\t\t\t"tech": "Go"\r\n\t\t}\r\n\t]\r\n}\r\n',
      '{\r\n\t"nodes": [\r\n\t\t{\r\n\t\t\t"id": "a",\r\n\t\t\t"tech": "Go",\r\n\t\t\t"x": 1,\r\n\t\t\t"y": -2\r\n\t\t}\r\n\t]\r\n}\r\n',
    ],
    ['a position', '{"nodes": [{"y": 3.5, "id": "a", "x": 1e2}]}', '{"nodes": [{"y": -2, "id": "a", "x": 1}]}'],
    ['one coordinate', '{"nodes": [{"id": "a", "x": 0}]}', '{"nodes": [{"id": "a", "x": 1, "y": -2}]}'],
    [
      'a map of the API',
      '{"map": {"nodes": [{"id": "\\u0061"}]}}',
      '{"map": {"nodes": [{"id": "\\u0061", "x": 1, "y": -2}]}}',
    ],
  ])('keeps all else of a file with %s', (_, before, after) => {
    expect(moveServices(before, at(1, -2))).toBe(after)
  })

  it('is in the map that the text then is, for any JSON in any layout', () => {
    const node = fc.record({ id: fc.string({ unit: 'binary' }), label: fc.jsonValue() }, { requiredKeys: ['id'] })
    const nodes = fc.uniqueArray(node, { selector: (it) => it.id, maxLength: 5 })
    const layout = fc.constantFrom(undefined, 1, 2, 4, '\t')
    const property = fc.property(nodes, layout, fc.integer(), (nodes, indent, x) => {
      const text = JSON.stringify({ name: 'x', nodes, edges: [] }, null, indent)
      const moved = moveServices(text, new Map(nodes.map((it) => [it.id, { x, y: 5 }])))
      const written = JSON.parse(text) as { nodes: object[] }
      expect(JSON.parse(moved)).toEqual({ ...written, nodes: written.nodes.map((it) => ({ ...it, x, y: 5 })) })
      expect(moved).toBe(JSON.stringify(JSON.parse(moved), null, indent))
    })
    fc.assert(property, { numRuns: cases(1_000) })
  })
})

describe('the places in a JSON text', () => {
  it('are of the same texts that JSON.parse takes', () => {
    const change = fc.tuple(fc.nat(200), fc.constantFrom('', ',', '}', '"', '\\', 'e', '0', '\u0001', '\u007f', ' '))
    const property = fc.property(fc.jsonValue(), change, fc.boolean(), (value, [place, insert], isCut) => {
      const whole = JSON.stringify(value, null, 1)
      const text = whole.slice(0, place) + insert + whole.slice(place + (isCut ? 1 : 0))
      const isJson = (read: (text: string) => unknown) => {
        try {
          read(text)
          return true
        } catch {
          return false
        }
      }
      expect(isJson(locateJson), text).toBe(isJson(JSON.parse))
    })
    fc.assert(property, { numRuns: cases(2_000) })
  })

  it('have the lines of fields and of faults', () => {
    const text = '{\n  "nodes": [\n    { "id": "a",\n      "spend": "x" }\n  ],\n  "edges": [{}]\n}'
    const lineOf = (field: string) => lineAt(text, placeOfField(mapIn(text), field).start)
    expect(['nodes[0].spend', 'nodes[0].tech', 'nodes[7]', 'edges[0].source', ''].map(lineOf)).toEqual([4, 3, 2, 6, 1])
    const faultOf = (text: string) => {
      try {
        return locateJson(text)
      } catch (error) {
        return lineAt(text, (error as JsonFault).offset)
      }
    }
    expect(['{\n "a": 1,\n}', '{\n "a": [1,\n 2', '{}\n\n{}', '{\n"a": tru}'].map(faultOf)).toEqual([3, 3, 3, 2])
  })
})

describe('an arrangement', () => {
  const drawn = { a: [48, 100], b: [248, 100] } as const

  it('moves one service of those that have positions, and no other', () => {
    const nodes = [
      { id: 'a', x: -10, y: 20.5 },
      { id: 'b', x: 190, y: 20.5 },
    ]
    const after = arrange(JSON.stringify({ nodes }), nodes, { id: 'b', dx: 30, dy: -7, drawn })
    expect(JSON.parse(after)).toEqual({ nodes: [nodes[0], { id: 'b', x: 220, y: 14 }] })
  })

  it('keeps the other services where they are drawn, where the layout has placed them', () => {
    const nodes = [{ id: 'a' }, { id: 'b' }, { id: 'not drawn' }]
    const after = arrange(JSON.stringify({ nodes }), nodes, { id: 'b', dx: 0, dy: 40, drawn })
    expect(JSON.parse(after)).toEqual({
      nodes: [{ id: 'a', x: 0, y: 0 }, { id: 'b', x: 200, y: 40 }, { id: 'not drawn' }],
    })
  })
})
