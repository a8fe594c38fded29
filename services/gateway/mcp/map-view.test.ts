import { describe, expect, it } from 'vitest'
import { around, monthlyCosts, mostConnected } from './map-view.ts'

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

it('adds costs by currency, to the cent, up to the largest number of JSON', () => {
  const spends = [0.1, 0.2, { spend: 5, currency: 'EUR' as const }, {}, { spend: -2, currency: 'EUR' as const }]
  const nodes = spends.map((it, index) => ({ id: `${index}`, ...(typeof it === 'number' ? { spend: it } : it) }))
  expect(Object.fromEntries(monthlyCosts(nodes))).toEqual({ USD: 0.3, EUR: 3 })
  const most = Number.MAX_VALUE
  expect(monthlyCosts(['a', 'b'].map((id) => ({ id, spend: most }))).get('USD')).toBe(most)
})
