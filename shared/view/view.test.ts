import { describe, expect, it } from 'vitest'
import { monthlyCosts } from '../costs.ts'
import { InvalidRequest } from '../errors.ts'
import type { MapContent, MapEdge, MapNode } from '../map.ts'
import { type MapView, viewOf, type ViewRequest } from './view.ts'

/** web → orders → db, orders → mail; admin → orders; aws-s3 and aws-sqs are called by orders, and call each other. */
const shop: MapContent = {
  nodes: [
    { id: 'web', label: 'Web' },
    { id: 'admin' },
    { id: 'orders', label: 'Orders' },
    { id: 'db', spend: 10, x: 1, y: 2 },
    { id: 'aws-s3', spend: 0.1, x: 5, y: 6 },
    { id: 'aws-sqs', spend: 0.2, billing: ['usage'] },
    { id: 'aws-eu', spend: 30, currency: 'EUR' },
    { id: 'awsome' },
  ],
  edges: [
    { source: 'web', target: 'orders' },
    { source: 'admin', target: 'orders' },
    { source: 'orders', target: 'db', label: 'SQL' },
    { source: 'orders', target: 'aws-s3', color: 'red', dashed: true },
    { source: 'orders', target: 'aws-sqs', dashed: true },
    { source: 'aws-s3', target: 'aws-sqs' },
    { source: 'db', target: 'mail' },
    { source: 'awsome', target: 'web', arrow: 'both' },
  ],
}

const toPay = (id: string): MapEdge => ({ source: 'web', target: `pay-${id}` })

function viewOfShop(request: ViewRequest): MapView {
  return viewOf(shop, request)!
}
const idsOf = (request: ViewRequest): string =>
  viewOfShop(request)
    .nodes.map((it) => it.id)
    .join(' ')

describe('a view', () => {
  it.each<[leftOut: number, map: MapContent, request: ViewRequest]>([
    [0, { nodes: [{ id: 'web' }, { id: 'pay-a' }], edges: [toPay('a'), toPay('b')] }, { collapse: 'pay' }],
    [
      1,
      { nodes: [{ id: 'web' }, { id: 'pay' }, { id: 'pay-a' }], edges: [{ source: 'web', target: 'pay' }, toPay('a')] },
      { collapse: 'pay', hide: 'pay' },
    ],
    [6, shop, { focus: 'db' }],
    [5, shop, { focus: 'db', collapse: 'aws', depth: 2, direction: 'up' }],
  ])('leaves out %d connections', (leftOut, map, request) => {
    expect(viewOf(map, request)!.edgesLeftOut).toBe(leftOut)
  })

  it('finds an id in the form that files or other systems write, but none of a group that no service has', () => {
    const nodes = ['caf\u00e9', 'pay-a', 'pay-b'].map((id) => ({ id }))
    const find = (request: ViewRequest) => viewOf({ nodes, edges: [] }, request)!.nodes.map((it) => it.id)
    expect(find({ focus: 'cafe\u0301' })).toEqual(['caf\u00e9'])
    expect(find({ hide: 'cafe\u0301' })).toEqual(['pay-a', 'pay-b'])
    expect(find({ collapse: 'caf\u00e9, pay ' })).toEqual(['caf\u00e9', 'pay'])
    for (const focus of ['pay', 'pay-a', 'pay-a,pay-b']) expect(find({ focus, collapse: 'pay' })).toEqual(['pay'])
    expect(() => find({ focus: 'pay-c', collapse: 'pay' })).toThrow(InvalidRequest)
    expect(() => find({ focus: 'pay-a', hide: 'pay-a', collapse: 'pay' })).toThrow(InvalidRequest)
  })

  it('is none without an option', () => {
    expect(viewOf(shop, {})).toBeUndefined()
  })

  it.each<[string, ViewRequest]>([
    ['web admin orders db aws-s3 aws-sqs', { focus: 'orders' }],
    ['orders db aws-s3 aws-sqs', { focus: 'orders', direction: 'down' }],
    ['web admin orders', { focus: 'orders', direction: 'up' }],
    ['web admin orders awsome', { focus: 'orders', direction: 'up', depth: 2 }],
    // An edge with arrowheads at both ends leads both ways.
    ['web orders awsome', { focus: 'awsome', direction: 'down', depth: 2 }],
    ['web admin orders awsome', { focus: 'web,admin', direction: 'both' }],
    ['web admin orders awsome', { hide: 'db,aws-*' }],
    ['web admin awsome', { hide: '*d*r*s,db,aws-*' }],
    ['web admin orders db aws awsome', { collapse: 'aws' }],
    ['web admin orders db aws- awsome', { collapse: 'aws-' }],
    ['orders aws', { focus: 'aws-s3', collapse: 'aws' }],
    ['web admin orders db aws-s3 aws-sqs aws-eu awsome', { focus: 'orders', isFocusStart: true }],
  ])('has %s for %j', (ids, request) => {
    expect(idsOf(request)).toBe(ids)
  })

  it('says what it shows', () => {
    const texts = [
      [{ focus: 'orders' }, 'View of 6 of 8 services: around Orders, 1 step'],
      [
        { focus: 'orders', direction: 'up', depth: 2, hide: 'web' },
        'View of 2 of 8 services: upstream of Orders, 2 steps; 1 hidden',
      ],
      [
        { focus: 'db', direction: 'down', depth: 5, collapse: 'aws' },
        'View of 1 of 8 services: downstream of db, 5 steps',
      ],
      [{ focus: 'web,admin,orders,db' }, 'View of 7 of 8 services: around Web, admin, Orders and 1 more, 1 step'],
      [{ collapse: 'aws' }, 'View of 8 of 8 services: aws collapsed'],
      // A group may be empty, since its services are hidden or in another group.
      [{ collapse: 'aws,aws-' }, 'View of 8 of 8 services: aws collapsed'],
      [{ collapse: 'aws', hide: 'aws-*' }, 'View of 5 of 8 services: 3 hidden'],
      [{ focus: 'orders', isFocusStart: true }, 'View of 8 of 8 services: around Orders first'],
    ] as const
    for (const [request, text] of texts) expect(viewOfShop(request).description).toBe(text)
    const nodes = Array.from({ length: 2_500 }, (_, index): MapNode => ({ id: `n${index}` }))
    const { description } = viewOf({ nodes, edges: [] }, { hide: 'n1*' })!
    expect(description).toBe('View of 1,389 of 2,500 services: 1,111 hidden')
  })

  it('counts the connections that leave it, but not those to what is hidden', () => {
    const { leaving, edges } = viewOfShop({ focus: 'web', hide: 'admin' })
    expect(Object.fromEntries(leaving)).toEqual({ orders: { in: 0, out: 3 } })
    expect(edges).toEqual([shop.edges[0], shop.edges[7]])
    expect(viewOfShop({ hide: 'admin,orders' })).toMatchObject({ leaving: new Map() })
  })

  it('adds up what a group costs, by currency, and joins its connections', () => {
    const { nodes, edges } = viewOfShop({ collapse: 'aws' })
    const group = {
      ...{ id: 'aws', label: 'aws', tech: '3 services', spend: 0.3, currency: 'USD', billing: ['usage'], x: 5, y: 6 },
      furtherCosts: [{ amount: 30, currency: 'EUR' }],
    }
    expect(nodes).toContainEqual(group)
    expect(monthlyCosts(nodes)).toEqual(monthlyCosts(shop.nodes))
    expect(edges).toContainEqual({ source: 'orders', target: 'aws', label: '2 connections', dashed: true })
    expect(edges).toHaveLength(6)
  })

  it('keeps connections without a direction so when it joins them', () => {
    const nodes = ['orders', 'aws-s3', 'aws-sqs'].map((id): MapNode => ({ id }))
    const joined = (...arrows: MapEdge['arrow'][]): MapEdge[] => {
      const edges = arrows.map((arrow, at): MapEdge => ({ source: 'orders', target: nodes[at + 1]!.id, arrow }))
      return viewOf({ nodes, edges }, { collapse: 'aws' })!.edges
    }
    expect(joined('none', 'none')).toMatchObject([{ arrow: 'none' }])
    expect(joined('none', 'both')).toMatchObject([{ arrow: 'both' }])
    expect(joined('none', 'end')[0]).not.toHaveProperty('arrow')
  })

  it('leads a single connection of a group as it is', () => {
    const { edges } = viewOfShop({ collapse: 'aws', hide: 'aws-sqs' })
    expect(edges).toContainEqual({ source: 'orders', target: 'aws', color: 'red', dashed: true })
  })

  it('leaves an end without a service as it is, where no service makes a group of it', () => {
    const nodes = ['x', 'pay-a'].map((id): MapNode => ({ id }))
    const edges = ['pay-b', 'pay-c'].map((target): MapEdge => ({ source: 'x', target }))
    expect(viewOf({ nodes, edges }, { collapse: 'pay', hide: 'pay-a' })!.edges).toEqual(edges)
  })

  it('takes the longest of nested prefixes', () => {
    const nodes = ['a-b-1', 'a-2', 'a-b-3', 'a'].map((id): MapNode => ({ id }))
    const edges: MapEdge[] = [{ source: 'a-2', target: 'a-b-1' }]
    const view = viewOf({ nodes, edges }, { collapse: 'a,a-b' })!
    expect(view.nodes.map(({ id, tech }) => [id, tech])).toEqual([
      ['a-b', '2 services'],
      ['a', '2 services'],
    ])
    expect(view.edges).toEqual([{ source: 'a', target: 'a-b' }])
  })

  it('finds ids with commas and asterisks by their escapes, and others as files show them', () => {
    const nodes = ['a,b', 'a*b', String.raw`a\b`, 'a\u200bc', 'd'].map((id): MapNode => ({ id }))
    const found = (request: ViewRequest): string[] => viewOf({ nodes, edges: [] }, request)!.nodes.map((it) => it.id)
    expect(found({ focus: String.raw`a\,b,a\*b,a\\b` })).toEqual(['a,b', 'a*b', String.raw`a\b`])
    expect(found({ focus: 'ac' })).toEqual(['a\u200bc'])
    expect(found({ hide: String.raw`a\*b,a*\,*,ac,d` })).toEqual([String.raw`a\b`])
  })

  it('takes an id before others that look the same, and hides all that look as asked where none is the same', () => {
    const nodes = ['ac', 'a\u200bc', 'd\u200be', 'd\u200b\u200be'].map((id): MapNode => ({ id }))
    const found = (request: ViewRequest): string[] => viewOf({ nodes, edges: [] }, request)!.nodes.map((it) => it.id)
    expect(found({ hide: 'ac' })).toEqual(['a\u200bc', 'd\u200be', 'd\u200b\u200be'])
    expect(found({ focus: 'ac' })).toEqual(['ac'])
    expect(found({ hide: 'de' })).toEqual(['ac', 'a\u200bc'])
    expect(() => found({ focus: 'de' })).toThrow(InvalidRequest)
  })

  it('names a group once of which several services are the focus', () => {
    expect(viewOfShop({ focus: 'aws-s3,aws-sqs', collapse: 'aws' }).description).toMatch(
      /: around aws, 1 step; aws coll/,
    )
  })

  it.each<[string, ViewRequest, string]>([
    ['focus', { focus: 'order' }, 'and "order" is none; there are, for example, "orders"'],
    ['focus', { focus: 'web', hide: 'web' }, 'must not be hidden as well'],
    ['hide', { hide: 'bd,*' }, 'and "bd" is none; there are, for example, "db"'],
    ['collapse', { collapse: 'aw' }, 'and "aw" is none; there are, for example, "aws-s3"'],
  ])('names %s and the nearest ids in an error: %j', (field, request, text) => {
    const error = (() => {
      try {
        return viewOfShop(request)
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(InvalidRequest)
    expect((error as InvalidRequest).fields).toEqual({ [field]: expect.stringContaining(text) as string })
  })
})
