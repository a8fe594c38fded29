import { edgeSchema, nodeSchema } from '@maps/shared/map'
import { describe, expect, it } from 'vitest'
import { tools } from './tools.ts'

/** Tokens that agents may spend on the tools at the start of each conversation. */
const MAX_TOKENS = 3_500
/** Usual estimate for English and JSON. */
const BYTES_PER_TOKEN = 4

const inputOf = (name: string) => JSON.parse(JSON.stringify(tools.find((it) => it.name === name)!.listed.inputSchema))

describe('the list of tools', () => {
  it('is short', () => {
    const bytes = Buffer.byteLength(JSON.stringify(tools.map((it) => it.listed)))
    expect(bytes / BYTES_PER_TOKEN).toBeLessThanOrEqual(MAX_TOKENS)
  })

  it('describes each field of a node and an edge once, in create_map', () => {
    const { nodes, edges } = inputOf('create_map').properties
    for (const [list, { shape }] of [
      [nodes, nodeSchema],
      [edges, edgeSchema],
    ] as const) {
      expect(Object.keys(list.items.properties)).toEqual(Object.keys(shape))
      for (const field of Object.values(list.items.properties)) expect(field).toHaveProperty('description')
    }
    expect(edges.items.properties.line.enum).toContain('smoothstep')
  })

  it('names these fields and their types wherever else they occur', () => {
    const { nodes, edges } = inputOf('preview_map').properties
    const [addNode, setNode, , addEdge, setEdge] = inputOf('edit_map').properties.operations.items.oneOf
    const { id: _id, ...nodeFields } = nodeSchema.shape
    const { source: _source, target: _target, ...edgeFields } = edgeSchema.shape
    for (const [place, fields] of [
      [nodes.items, nodeSchema.shape],
      [addNode.properties.node, nodeSchema.shape],
      [setNode.properties.set, nodeFields],
      [edges.items, edgeSchema.shape],
      [addEdge.properties.edge, edgeSchema.shape],
      [setEdge.properties.set, edgeFields],
    ] as const) {
      expect(Object.keys(place.properties)).toEqual(Object.keys(fields))
      for (const field of Object.values<object>(place.properties)) {
        expect(Object.keys(field).filter((it) => it !== 'items')).toEqual(['type'])
      }
    }
    expect(edges.items.required).toEqual(['source', 'target'])
  })
})
