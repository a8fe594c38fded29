import { InvalidRequest } from '@maps/shared/errors'
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

  it('finds nodes by ids with spaces around them', () => {
    expect(edit({ op: 'remove_node', id: ' web ' }).nodes).toEqual([nodes[1], nodes[2]])
    expect(edit({ op: 'remove_edge', source: 'api ', target: 'gone' }).edges).toEqual([edges[0], edges[1]])
  })

  it('finds a node by the visible characters of its id', () => {
    const { nodes: changed, edges: added } = edit(
      { op: 'set_node', id: 'db', set: { label: 'Orders' } },
      { op: 'add_edge', edge: { source: 'api', target: 'db' } },
    )
    expect(changed?.[2]).toEqual({ id: 'd\u200bb', label: 'Orders' })
    expect(added?.[3]).toEqual({ source: 'api', target: 'd\u200bb' })
  })

  it('refuses an id that several nodes seem to have, and takes the one with its hidden characters', () => {
    const alike: MapNode[] = [{ id: 'api' }, { id: 'api ' }, { id: 'web' }]
    const content = { nodes: alike, edges: [{ source: 'web', target: 'api ' }] }
    const remove = (id: string) => applyOperations(content, [{ op: 'remove_node', id }])
    expect(() => remove('api')).toThrow(InvalidRequest)
    expect(() => applyOperations(content, [{ op: 'remove_edge', source: 'web', target: 'api' }])).toThrow(
      InvalidRequest,
    )
    expect(remove('api ').nodes).toEqual([alike[0], alike[2]])
    const both = { ...content, edges: [{ source: 'web', target: 'api' }, ...content.edges] }
    const { edges: left } = applyOperations(both, [{ op: 'remove_edge', source: 'web', target: 'api ' }])
    expect(left).toEqual([both.edges[0]])
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

  it('finds each of many edges by its index, in little time, where both forms of an id have some', () => {
    const hidden = 'd\u200bb'
    const parallel = Array.from({ length: 10_000 }, (_, index) => ({
      source: 'api',
      target: hidden,
      label: `${index}`,
    }))
    const forms = ['db', hidden, 'db'].map((target, index) => ({ source: 'api', target, label: `new ${index}` }))
    const all = [...parallel, ...forms]
    const operations: Operation[] = [
      { op: 'add_node', node: { id: 'db' } },
      ...forms.map((edge) => ({ op: 'add_edge', edge }) as const),
      ...Array.from({ length: 10_000 }, (_, at) => {
        const index = at < 1_000 ? all.length - 1 - at : at % 7
        return { op: 'set_edge', source: 'api', target: 'db', index, set: { dashed: true } } as const
      }),
    ]
    const before = process.threadCpuUsage()
    const { edges: changed } = applyOperations({ nodes, edges: parallel }, operations)
    const { user, system } = process.threadCpuUsage(before)
    const isChanged = (index: number) => index >= all.length - 1_000 || index < 7
    expect(changed).toEqual(all.map((edge, index) => (isChanged(index) ? { ...edge, dashed: true } : edge)))
    // 20 times as many operations as a call may have. Merging the edges for each of them took 3 to 6 s.
    expect((user + system) / 1_000).toBeLessThan(1_000)
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
