import type { InvalidRequest } from '@maps/shared/errors'
import type { MapEdge, MapNode } from '@maps/shared/map'
import { describe, expect, it } from 'vitest'
import { applyOperations } from './apply-operations.ts'
import type { Operation } from './operations.ts'

const nodes: MapNode[] = [
  { id: 'web', label: 'Storefront', tech: 'Next.js' },
  { id: 'api', spend: 10, x: 3 },
  { id: 'd\u200bb' },
]
const edges: MapEdge[] = [
  { source: 'web', target: 'api', label: 'reads' },
  { source: 'web', target: 'api', label: 'writes' },
  { source: 'api', target: 'gone', dashed: true },
]
const edit = (...operations: Operation[]) => applyOperations({ nodes, edges }, operations)

function problemsOf(...operations: Operation[]): Readonly<Record<string, string>> {
  try {
    edit(...operations)
  } catch (error) {
    return (error as InvalidRequest).fields
  }
  throw new Error('it was not refused')
}

describe('applyOperations', () => {
  it('replaces both lists by those of the version that the first operation restores', () => {
    const restore: Operation = { op: 'restore', version: 1 }
    const rename: Operation = { op: 'set_map', name: 'New' }
    expect(edit(restore, rename)).toEqual({ name: 'New', nodes, edges })
    expect(problemsOf(rename, restore)).toEqual({ 'operations[1].op': 'must be the first operation' })
  })

  it('applies operations in their order, and leaves all other parts unchanged', () => {
    const change = edit(
      { op: 'add_node', node: { id: 'mail', label: 'E-mail' } },
      { op: 'add_edge', edge: { source: 'api', target: 'mail' } },
      { op: 'set_node', id: 'api', set: { spend: 12, tech: 'Go' }, unset: ['x'] },
      { op: 'set_edge', source: 'web', target: 'api', index: 1, set: { arrow: 'both' }, unset: ['label'] },
      { op: 'remove_edge', source: 'api', target: 'gone' },
    )
    expect(change).toEqual({
      nodes: [nodes[0], { id: 'api', spend: 12, tech: 'Go' }, nodes[2], { id: 'mail', label: 'E-mail' }],
      edges: [edges[0], { source: 'web', target: 'api', arrow: 'both' }, { source: 'api', target: 'mail' }],
    })
    const both = edit({ op: 'set_map', name: 'New' }, { op: 'set_map', isPublic: true })
    expect(both).toEqual({ name: 'New', isPublic: true })
    expect(edges).toHaveLength(3)
  })

  it('removes a node with its edges', () => {
    expect(edit({ op: 'remove_node', id: 'api' })).toEqual({ nodes: [nodes[0], nodes[2]], edges: [] })
  })

  it('finds a node by the visible characters of its id', () => {
    const { nodes: changed, edges: added } = edit(
      { op: 'set_node', id: 'db', set: { label: 'Orders' } },
      { op: 'add_edge', edge: { source: 'api', target: 'db' } },
    )
    expect(changed?.[2]).toEqual({ id: 'd\u200bb', label: 'Orders' })
    expect(added?.[3]).toEqual({ source: 'api', target: 'd\u200bb' })
  })

  it('counts edges by the order of the map, whichever form of an id their ends have', () => {
    const first: Operation = { op: 'add_edge', edge: { source: 'api', target: 'd\u200bb', label: 'first' } }
    const node: Operation = { op: 'add_node', node: { id: 'db' } }
    const second: Operation = { op: 'add_edge', edge: { source: 'api', target: 'db', label: 'second' } }
    const ends = { source: 'api', target: 'db' }
    const last = edit(first, node, second, { op: 'remove_edge', ...ends, index: 0 }).edges?.at(-1)
    expect(last).toEqual({ ...ends, label: 'second' })
    expect(problemsOf(first, node, second, { op: 'remove_edge', ...ends })).toEqual({
      'operations[3].index': 'is required: 2 edges lead from this source to this target',
    })
  })

  it('names the invalid operation, and valid values', () => {
    expect(problemsOf({ op: 'remove_node', id: 'api' }, { op: 'set_node', id: 'storefron', set: {} })).toEqual({
      'operations[1].id': 'must be the id of a node of the map, and "storefron" is none; there are, for example, "web"',
    })
    expect(problemsOf({ op: 'add_node', node: { id: 'web' } })).toEqual({
      'operations[0].node.id': expect.stringContaining('must be unique') as string,
    })
    expect(problemsOf({ op: 'add_edge', edge: { source: 'web', target: 'nowhere' } })).toEqual({
      'operations[0].edge.target': expect.stringContaining('"nowhere" is none') as string,
    })
    expect(problemsOf({ op: 'remove_edge', source: 'api', target: 'web' })).toEqual({
      'operations[0]': 'must name an edge of the map, and none leads from its source to its target',
    })
    expect(problemsOf({ op: 'remove_edge', source: 'storefront', target: 'api' })).toEqual({
      'operations[0].source': expect.stringContaining('there are, for example, "web"') as string,
    })
    expect(problemsOf({ op: 'remove_edge', source: 'web', target: 'api' })).toEqual({
      'operations[0].index': 'is required: 2 edges lead from this source to this target',
    })
    expect(problemsOf({ op: 'remove_edge', source: 'web', target: 'api', index: 2 })).toEqual({
      'operations[0].index': 'must be at most 1',
    })
  })
})
