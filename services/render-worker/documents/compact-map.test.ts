import { describe, expect, it } from 'vitest'
import { mapOf } from '../../../test/maps/sample-map.ts'
import { excerptOf } from './compact-map.ts'

const nodes = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `n${index}` }))
const edges = (count: number) => Array.from({ length: count }, () => ({ source: 'n0', target: 'n1' }))

describe('an excerpt of a map', () => {
  it('is all of a map that fits', () => {
    const map = mapOf(nodes(3), edges(7))
    expect(excerptOf(map, 10)).toEqual({ nodes: map.nodes, edges: map.edges })
  })

  it.each([
    [100, 100, 5, 5],
    [100, 2, 8, 2],
    [2, 100, 2, 8],
    [0, 100, 0, 10],
  ])('of %d nodes and %d edges takes %d and %d', (nodeCount, edgeCount, shownNodes, shownEdges) => {
    const excerpt = excerptOf(mapOf(nodes(nodeCount), edges(edgeCount)), 10)
    expect([excerpt.nodes.length, excerpt.edges.length]).toEqual([shownNodes, shownEdges])
  })

  it('keeps the most connected services and the dependencies between them, in the order of the map', () => {
    const outside = [
      { source: 'n0', target: 'n9' },
      { source: 'n1', target: 'n8' },
    ]
    const inside = [
      { source: 'n7', target: 'n3' },
      { source: 'n3', target: 'n7' },
      { source: 'n7', target: 'n7' },
    ]
    expect(excerptOf(mapOf(nodes(10), [...outside, ...inside]), 4)).toEqual({
      nodes: [{ id: 'n3' }, { id: 'n7' }],
      edges: inside.slice(0, 2),
    })
  })
})
