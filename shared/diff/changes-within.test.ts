import { describe, expect, it } from 'vitest'
import { changesWithin } from './changes-within.ts'
import { diffMaps, type MapContent } from './map-diff.ts'
import type { ViewRequest } from '../view/view.ts'

/** web → api → db; later db is renamed to orders and dearer, api calls a cache too, and web has lost its batch job. */
const from: MapContent = {
  nodes: [
    { id: 'web' },
    { id: 'api', spend: 1 },
    { id: 'db', label: 'Orders', tech: 'PostgreSQL', spend: 10 },
    { id: 'job', spend: 5 },
  ],
  edges: [
    { source: 'web', target: 'api' },
    { source: 'api', target: 'db', label: 'SQL' },
    { source: 'job', target: 'web' },
  ],
}
const to: MapContent = {
  nodes: [
    { id: 'web', tech: 'React' },
    { id: 'api', spend: 1 },
    { id: 'orders', label: 'Orders', tech: 'PostgreSQL', spend: 30 },
    { id: 'cache', spend: 2 },
  ],
  edges: [
    { source: 'web', target: 'api' },
    { source: 'api', target: 'orders', label: 'reads' },
    { source: 'api', target: 'cache' },
  ],
}
const within = (request: ViewRequest) => changesWithin({ from, to, diff: diffMaps(from, to) }, request)

describe('the changes within a view', () => {
  it('are those of its services and connections, and of what these cost', () => {
    expect(within({ focus: 'orders' })!.diff).toMatchObject({
      nodes: { added: [], removed: [], renamed: [{ from: 'db', to: 'orders' }], changed: [{ id: 'orders' }] },
      edges: { added: [], removed: [], changed: [{ edge: { target: 'orders' } }] },
      costs: [{ currency: 'USD', from: 11, to: 31 }],
    })
    expect(within({ hide: 'orders,web' })!.diff).toMatchObject({
      nodes: { added: [{ id: 'cache' }], removed: [{ id: 'job' }], renamed: [], changed: [] },
      edges: { added: [{ target: 'cache' }], removed: [], changed: [] },
      costs: [{ currency: 'USD', from: 6, to: 3 }],
    })
  })

  it('are also around a service that was removed', () => {
    expect(within({ focus: 'job' })!.diff).toMatchObject({
      nodes: { added: [], removed: [{ id: 'job' }], renamed: [], changed: [{ id: 'web' }] },
      edges: { added: [], removed: [{ source: 'job' }], changed: [] },
    })
  })

  it('are all of them without an option', () => {
    expect(within({})).toBeUndefined()
  })

  it('need services that one of both maps has', () => {
    expect(() => within({ focus: 'none' })).toThrow('The view does not fit the map')
  })
})
