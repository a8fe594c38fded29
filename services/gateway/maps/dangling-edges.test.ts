import { describe, expect, it } from 'vitest'
import { findDanglingEdges } from './dangling-edges.ts'

const nodes = [{ id: 'a' }, { id: 'b' }]

describe('the dangling edges of a map', () => {
  it('are the edges with an end that is no node, with these ends', () => {
    const edges = [
      { source: 'a', target: 'b' },
      { source: 'a', target: 'c' },
      { source: 'd', target: 'a' },
      { source: 'c', target: 'd' },
      { source: 'c', target: 'c' },
      { source: 'b', target: 'b' },
    ]
    expect(findDanglingEdges({ nodes, edges })).toEqual({
      count: 4,
      edges: [
        { index: 1, source: 'a', target: 'c', missing: ['c'] },
        { index: 2, source: 'd', target: 'a', missing: ['d'] },
        { index: 3, source: 'c', target: 'd', missing: ['c', 'd'] },
        { index: 4, source: 'c', target: 'c', missing: ['c'] },
      ],
    })
  })

  it('are none where each end is a node, by ids that objects have by themselves, too', () => {
    const own = ['__proto__', 'constructor'].map((id) => ({ id }))
    const edges = [{ source: '__proto__', target: 'constructor' }]
    expect(findDanglingEdges({ nodes: own, edges })).toEqual({ count: 0, edges: [] })
    expect(findDanglingEdges({ nodes, edges }).count).toBe(1)
  })

  it('are counted all, and named up to the tenth', () => {
    const edges = Array.from({ length: 10_000 }, (_, index) => ({ source: 'a', target: `${index}` }))
    const { count, edges: named } = findDanglingEdges({ nodes, edges })
    expect([count, named.length, named.at(-1)!.index]).toEqual([10_000, 10, 9])
  })
})
