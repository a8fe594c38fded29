import type { MapEdge, MapNode } from '@maps/shared/map'
import { expect, it } from 'vitest'
import type { Appearance } from './appearance.ts'
import { attachedStoresOf } from './attached-stores.ts'

const stores = new Set(['db', 'cache', 'shared'])

/** The owners in a map of these edges, which has so many services. */
function ownersIn(
  pairs: readonly [string, string][],
  count = 25,
  nodes: Partial<Record<string, Partial<MapNode>>> = {},
) {
  const ids = new Set([...stores, ...Array.from({ length: count - stores.size }, (_, index) => `s${index}`)])
  const drawn = [...ids].map((id): MapNode => ({ id, ...nodes[id] }))
  const appearances = drawn.map((it): Pick<Appearance, 'role'> => ({ role: stores.has(it.id) ? 'store' : 'service' }))
  const edges = pairs.map(([source, target]): MapEdge => ({ source, target }))
  return Object.fromEntries(attachedStoresOf({ nodes: drawn, edges }, appearances))
}

const pairs: [string, string][] = [
  ['s0', 's1'],
  ['s0', 'db'],
  ['cache', 's0'],
  ['s0', 'shared'],
  ['s1', 'shared'],
]

it('finds the stores with one connection, in either direction', () => {
  expect(ownersIn(pairs)).toEqual({ db: 's0', cache: 's0' })
})

it.each<[string, ReturnType<typeof ownersIn>]>([
  ['in a smaller map', ownersIn(pairs, 24)],
  ['in a map that sets a position', ownersIn(pairs, 25, { s7: { x: 0, y: 0 } })],
  ['with two connections to one service', ownersIn([...pairs, ['s0', 'db'], ['s0', 'cache']])],
  ['with a self loop', ownersIn([...pairs, ['db', 'db'], ['cache', 'cache']])],
  [
    'at a service without further connections',
    ownersIn([
      ['s0', 'db'],
      ['s1', 'cache'],
    ]),
  ],
  ['at each other', ownersIn([['db', 'cache']])],
  [
    'at a service that the map lacks',
    ownersIn([
      ['gone', 'db'],
      ['gone', 'cache'],
    ]),
  ],
])('finds none %s', (_what, owners) => {
  expect(owners).toEqual({})
})

it('finds no store with connections that leave the view', () => {
  const nodes = Array.from({ length: 25 }, (_, index) => ({ id: `s${index}` }))
  const edges = [
    { source: 's0', target: 's1' },
    { source: 's0', target: 's2' },
  ]
  const appearances = nodes.map((_, index) => ({ role: index === 1 ? ('store' as const) : ('service' as const) }))
  expect(attachedStoresOf({ nodes, edges }, appearances)).toEqual(new Map([['s1', 's0']]))
  expect(attachedStoresOf({ nodes, edges }, appearances, new Map([['s1', { in: 1, out: 0 }]]))).toEqual(new Map())
})
