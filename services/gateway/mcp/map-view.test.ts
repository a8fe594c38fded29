import { describe, expect, it } from 'vitest'
import { mostConnected } from './map-view.ts'

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
  it('contains the services with the most edges', () => {
    expect(mostConnected(chain, 3).map((it) => it.id)).toEqual(['b', 'c', 'd'])
  })
})
