import { describe, expect, it } from 'vitest'
import { around, mostConnected } from './map-view.ts'

const chain = {
  nodes: ['a', 'b', 'c', 'd'].map((id) => ({ id })),
  edges: [
    { source: 'a', target: 'b' },
    { source: 'c', target: 'b' },
    { source: 'c', target: 'd' },
    { source: 'd', target: 'gone' },
  ],
}

describe('a part of a map', () => {
  it('contains the nodes within so many steps of a node, in both directions', () => {
    const ids = (steps: number) => around(chain, 'a', steps).nodes.map((it) => it.id)
    for (const steps of [1, 2, 3]) expect(ids(steps)).toEqual(['a', 'b', 'c', 'd'].slice(0, steps + 1))
    expect(around(chain, 'a', 2).edges).toEqual(chain.edges.slice(0, 2))
    expect(around(chain, 'd', 1).edges).toEqual(chain.edges.slice(2))
  })

  it('contains the services with the most edges', () => {
    expect(mostConnected(chain, 3).map((it) => it.id)).toEqual(['b', 'c', 'd'])
  })
})
