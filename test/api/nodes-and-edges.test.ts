import { describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'

const { system, client } = await useSystem()

/** The required fields of each kind of item. */
const required = { nodes: { id: 'n' }, edges: { source: 'a', target: 'b' } }
type List = keyof typeof required

/** Creates a map with one node or edge. @returns the stored item, or the `fields` of the error */
async function createItem(list: List, fields: Record<string, unknown>): Promise<unknown> {
  const body = { name: 'one item', [list]: [{ ...required[list], ...fields }] }
  const { status, json } = await client.request('POST', '/maps', { body })
  return status === 201 ? json.map[list][0] : json.fields
}

async function keeps(list: List, name: string, values: readonly unknown[]): Promise<void> {
  for (const value of values) {
    expect(await createItem(list, { [name]: value })).toEqual({ ...required[list], [name]: value })
  }
}

async function refuses(list: List, name: string, values: readonly unknown[], message: string): Promise<void> {
  for (const value of values) {
    expect(await createItem(list, { [name]: value })).toEqual({ [`${list}[0].${name}`]: message })
  }
}

const notAColor = 'must be a hex, rgb(), hsl() or named colour, such as "#3b82f6" or "tomato"'

describe('the fields of a node', () => {
  it('§2.2 id: it is required, unique, and alone where nothing else is set', async () => {
    expect(await createItem('nodes', {})).toEqual({ id: 'n' })
    await keeps('nodes', 'id', ['a', '日本', 'x'.repeat(200), '__proto__', ' '])
    await refuses('nodes', 'id', [''], 'must not be empty')
    await refuses('nodes', 'id', ['x'.repeat(201)], 'must have at most 200 characters')
    await refuses('nodes', 'id', [7, null, {}], 'must be a string')
    const twins = await client.request('POST', '/maps', { body: { name: 'twins', nodes: [{ id: 'a' }, { id: 'a' }] } })
    const message = 'must be unique, but nodes[0] has the same id'
    expect(twins).toMatchObject({ status: 400, json: { fields: { 'nodes[1].id': message } } })
    const nameless = await client.request('POST', '/maps', { body: { name: 'no id', nodes: [{}] } })
    expect(nameless).toMatchObject({ status: 400, json: { fields: { 'nodes[0].id': 'is required' } } })
  })

  it('§2.2 label: any text of up to 500 characters', async () => {
    await keeps('nodes', 'label', ['', 'Orders', '"quoted" \\ \n \t', 'مرحبا 👩‍🚀', '🦊'.repeat(500)])
    await refuses('nodes', 'label', ['🦊'.repeat(501)], 'must have at most 500 characters')
    await refuses('nodes', 'label', [1, null, []], 'must be a string')
    await refuses('nodes', 'label', ['a\0b', '\ud800'], 'must not contain NUL or half of a surrogate pair')
  })

  it('§2.2 tech: any text of up to 500 characters', async () => {
    await keeps('nodes', 'tech', ['', 'Node.js <24>', 't'.repeat(500)])
    await refuses('nodes', 'tech', ['t'.repeat(501)], 'must have at most 500 characters')
  })

  it('§2.2 spend: any finite number, kept to the last digit', async () => {
    await keeps('nodes', 'spend', [0, 12, 0.1, -3.5, 1e308, 5e-324, 9_007_199_254_740_993, 1234567.891])
    await refuses('nodes', 'spend', ['12', '$12', null, true], 'must be a finite number')
    const body = '{"name":"huge","nodes":[{"id":"n","spend":1e999}]}'
    const response = await client.request('POST', '/maps', { body, headers: { 'Content-Type': 'application/json' } })
    expect(response).toMatchObject({ status: 400, json: { fields: { 'nodes[0].spend': 'must be a finite number' } } })
  })

  it('§2.2 currency: one of the ten codes', async () => {
    const codes = ['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'CAD', 'AUD', 'CHF', 'INR', 'SGD']
    await keeps('nodes', 'currency', codes)
    await refuses('nodes', 'currency', ['usd', 'BTC', '', 1, null], `must be one of ${codes.join(', ')}`)
  })

  it('§2.2 billing: a list of the four kinds', async () => {
    await keeps('nodes', 'billing', [[], ['seat'], ['team', 'usage', 'flat'], ['flat', 'flat']])
    await refuses('nodes', 'billing', ['seat', null, {}], 'must be an array')
    await refuses(
      'nodes',
      'billing',
      [Array(101).fill('seat'), Array(20_000).fill(42)],
      'must have at most 100 entries',
    )
    expect(await createItem('nodes', { billing: ['seat', 'free'] })).toEqual({
      'nodes[0].billing[1]': 'must be one of seat, team, usage, flat',
    })
  })

  it('§2.2 x: any finite number', async () => {
    await keeps('nodes', 'x', [0, -120.25, 1e308])
    await refuses('nodes', 'x', ['0', null], 'must be a finite number')
  })

  it('§2.2 y: any finite number', async () => {
    await keeps('nodes', 'y', [0, 88, -1e308])
    await refuses('nodes', 'y', ['0', null], 'must be a finite number')
  })
})

describe('the fields of an edge', () => {
  it('§2.3 source: it is required, and need not be a node', async () => {
    await keeps('edges', 'source', ['nobody', 'x'.repeat(200)])
    await refuses('edges', 'source', [''], 'must not be empty')
    const response = await client.request('POST', '/maps', { body: { name: 'x', edges: [{ target: 'b' }] } })
    expect(response).toMatchObject({ status: 400, json: { fields: { 'edges[0].source': 'is required' } } })
  })

  it('§2.3 target: it is required, and need not be a node', async () => {
    await keeps('edges', 'target', ['nobody', 'a'])
    await refuses('edges', 'target', [''], 'must not be empty')
    const response = await client.request('POST', '/maps', { body: { name: 'x', edges: [{ source: 'a' }] } })
    expect(response).toMatchObject({ status: 400, json: { fields: { 'edges[0].target': 'is required' } } })
  })

  it('§2.3 line: bezier, smoothstep, step or straight', async () => {
    await keeps('edges', 'line', ['bezier', 'smoothstep', 'step', 'straight'])
    await refuses('edges', 'line', ['Bezier', 'curve', '', null], 'must be one of bezier, smoothstep, step, straight')
  })

  it('§2.3 label: at most 120 characters', async () => {
    await keeps('edges', 'label', ['', 'reads', '👩‍👩‍👧‍👦 → 支付', '🦊'.repeat(120)])
    await refuses('edges', 'label', ['🦊'.repeat(121), 'x'.repeat(121)], 'must have at most 120 characters')
  })

  it('§2.3 labelColor: a colour', async () => {
    await keeps('edges', 'labelColor', ['#fff', 'tomato', 'rgb(1,2,3)'])
    await refuses('edges', 'labelColor', ['red;', 'url(#a)'], notAColor)
  })

  it('§2.3 labelSize: 6 to 48', async () => {
    await keeps('edges', 'labelSize', [6, 10.5, 48])
    await refuses('edges', 'labelSize', [5.99, 0, -6], 'must be at least 6')
    await refuses('edges', 'labelSize', [48.01, 1e9], 'must be at most 48')
    await refuses('edges', 'labelSize', ['10', null], 'must be a finite number')
  })

  it('§2.3 labelFont: sketch, sans or mono', async () => {
    await keeps('edges', 'labelFont', ['sketch', 'sans', 'mono'])
    await refuses('edges', 'labelFont', ['serif', '', 1], 'must be one of sketch, sans, mono')
  })

  it('§2.3 arrow: none, end or both', async () => {
    await keeps('edges', 'arrow', ['none', 'end', 'both'])
    await refuses('edges', 'arrow', ['start', true], 'must be one of none, end, both')
  })

  it('§2.3 color: a hex, rgb(), hsl() or named colour, kept as sent', async () => {
    const accepted = [
      ...['#abc', '#ABCD', '#a1b2c3', '#a1b2c3d4', 'rgb(1, 2, 3)', 'rgba(1,2,3,.5)', 'rgb(10% 20% 30% / 40%)'],
      ...['hsl(120, 50%, 50%)', 'hsla(0.5turn 50% 50% / 0.1)', 'RebeccaPurple', 'transparent', 'TOMATO'],
    ]
    await keeps('edges', 'color', accepted)
    const refused = [
      ...['', 'bluish', '#12', '#12345', '#ggg', 'rgb(1,2)', 'rgb(1 2 3 4)', 'hsl(1,2,3)', 'currentcolor', 'inherit'],
      ...['var(--x)', 'calc(1)', 'lab(1 2 3)', 'url(javascript:alert(1))', 'red" onload="x'],
      ...['linear-gradient(red,blue)', ' red', 'red;', `rgb(${'1'.repeat(100)},2,3)`, '('.repeat(10_000)],
    ]
    await refuses('edges', 'color', refused, notAColor)
  })

  it('§2.3 dotColor: a colour', async () => {
    await keeps('edges', 'dotColor', ['#0000', 'hsl(1deg 2% 3%)'])
    await refuses('edges', 'dotColor', ['none', 'expression(1)'], notAColor)
  })

  it('§2.3 animated: true or false', async () => {
    await keeps('edges', 'animated', [true, false])
    await refuses('edges', 'animated', ['true', 1, null], 'must be a boolean')
  })

  it('§2.3 dashed: true or false', async () => {
    await keeps('edges', 'dashed', [true, false])
    await refuses('edges', 'dashed', ['true', 1, null], 'must be a boolean')
  })

  it('§2.3 rule: a value that is no colour is refused in every colour field, on PATCH too', async () => {
    const map = await client.createMap({ name: 'colours', edges: [{ source: 'a', target: 'b' }] })
    for (const field of ['color', 'dotColor', 'labelColor']) {
      const edges = [{ source: 'a', target: 'b', [field]: 'javascript:alert(1)' }]
      const response = await client.request('PATCH', `/maps/${map.id}`, { body: { edges } })
      expect(response).toMatchObject({ status: 400, json: { fields: { [`edges[0].${field}`]: notAColor } } })
    }
    expect(await client.getMap(map.id)).toEqual(map)
  })
})

describe('the limits', () => {
  it('§8 Edge label length: 120 characters are kept, 121 are refused', async () => {
    await keeps('edges', 'label', ['é'.repeat(120)])
    await refuses('edges', 'label', ['é'.repeat(121)], 'must have at most 120 characters')
  })

  it('§8 Edge label size: 6 and 48 px are kept, what lies beyond is refused', async () => {
    await keeps('edges', 'labelSize', [6, 48])
    await refuses('edges', 'labelSize', [5], 'must be at least 6')
    await refuses('edges', 'labelSize', [49], 'must be at most 48')
  })

  it('§8 Node count per map: 100 on free and 2,000 on pro', async () => {
    const free = await system.createWorkspace({ plan: 'free' })
    for (const [workspace, count, expected] of [
      [free, 100, 201],
      [free, 101, 403],
      [client, 2_000, 201],
      [client, 2_001, 403],
    ] as const) {
      const nodes = Array.from({ length: count }, (_, index) => ({ id: `n${index}` }))
      const { status } = await workspace.request('POST', '/maps', { body: { name: 'x', nodes } })
      expect(status, `${count} nodes`).toBe(expected)
    }
  })

  it('takes 10,000 edges and refuses one more', async () => {
    const edges = Array.from({ length: 10_001 }, (_, index) => ({ source: `a${index}`, target: 'b' }))
    expect(await client.createMap({ name: 'many', edges: edges.slice(0, 10_000) })).toMatchObject({ name: 'many' })
    const response = await client.request('POST', '/maps', { body: { name: 'too many', edges } })
    expect(response).toMatchObject({ status: 400, json: { fields: { edges: 'must have at most 10000 edges' } } })
  })
})
