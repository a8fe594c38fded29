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
  it('is what edges lead to from a node, either way, in so many steps', () => {
    const ids = (steps: number) => around(chain, 'a', steps).nodes.map((it) => it.id)
    expect([ids(1), ids(2), ids(3)]).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c'],
      ['a', 'b', 'c', 'd'],
    ])
    expect(around(chain, 'a', 2).edges).toEqual(chain.edges.slice(0, 2))
    expect(around(chain, 'd', 1).edges).toEqual(chain.edges.slice(2))
  })

  it('is the services with the most edges', () => {
    expect(mostConnected(chain, 3).map((it) => it.id)).toEqual(['b', 'c', 'd'])
  })
})

it('adds what services cost by currency, to the cent, and never beyond what JSON can hold', () => {
  const spends = [0.1, 0.2, { spend: 5, currency: 'EUR' as const }, {}, { spend: -2, currency: 'EUR' as const }]
  const nodes = spends.map((it, index) => ({ id: `${index}`, ...(typeof it === 'number' ? { spend: it } : it) }))
  expect(Object.fromEntries(monthlyCosts(nodes))).toEqual({ USD: 0.3, EUR: 3 })
  const most = Number.MAX_VALUE
  expect(
    monthlyCosts([
      { id: 'a', spend: most },
      { id: 'b', spend: most },
    ]).get('USD'),
  ).toBe(most)
})
