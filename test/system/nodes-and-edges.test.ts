import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinSystem, type SharedSystem } from '../rig/shared-system.ts'
import type { TestWorkspace } from '../rig/system.ts'

let system: SharedSystem
let team: TestWorkspace

beforeAll(async () => {
  system = await joinSystem()
  team = await system.createWorkspace({ plan: 'pro' })
})
afterAll(() => system[Symbol.asyncDispose]())

/** What becomes of each value of a field when it is sent: the value that comes back, or the problem that is told. */
async function tryNode(fields: Record<string, unknown>): Promise<unknown> {
  const answer = await team.request('POST', '/maps', { body: { name: 'one node', nodes: [{ id: 'n', ...fields }] } })
  return answer.status === 201 ? answer.json.map.nodes[0] : answer.json.fields
}

async function tryEdge(fields: Record<string, unknown>): Promise<unknown> {
  const edges = [{ source: 'a', target: 'b', ...fields }]
  const answer = await team.request('POST', '/maps', { body: { name: 'one edge', edges } })
  return answer.status === 201 ? answer.json.map.edges[0] : answer.json.fields
}

async function keepsNode(name: string, values: readonly unknown[]): Promise<void> {
  for (const value of values) expect(await tryNode({ [name]: value })).toEqual({ id: 'n', [name]: value })
}

async function keepsEdge(name: string, values: readonly unknown[]): Promise<void> {
  for (const value of values) {
    expect(await tryEdge({ [name]: value })).toEqual({ source: 'a', target: 'b', [name]: value })
  }
}

async function refusesNode(name: string, values: readonly unknown[], message: string): Promise<void> {
  for (const value of values) expect(await tryNode({ [name]: value })).toEqual({ [`nodes[0].${name}`]: message })
}

async function refusesEdge(name: string, values: readonly unknown[], message: string): Promise<void> {
  for (const value of values) expect(await tryEdge({ [name]: value })).toEqual({ [`edges[0].${name}`]: message })
}

const notAColor = 'must be a hex, rgb(), hsl() or named colour, such as "#3b82f6" or "tomato"'

describe('the fields of a node', () => {
  it('§2.2 id: it is required, unique, and alone where nothing else is set', async () => {
    expect(await tryNode({})).toEqual({ id: 'n' })
    await keepsNode('id', ['a', '日本', 'x'.repeat(200), '__proto__', ' '])
    await refusesNode('id', [''], 'must not be empty')
    await refusesNode('id', ['x'.repeat(201)], 'must have at most 200 characters')
    await refusesNode('id', [7, null, {}], 'must be a string')
    const twins = await team.request('POST', '/maps', { body: { name: 'twins', nodes: [{ id: 'a' }, { id: 'a' }] } })
    const message = 'must be unique, but nodes[0] has the same id'
    expect(twins).toMatchObject({ status: 400, json: { fields: { 'nodes[1].id': message } } })
    const nameless = await team.request('POST', '/maps', { body: { name: 'no id', nodes: [{}] } })
    expect(nameless).toMatchObject({ status: 400, json: { fields: { 'nodes[0].id': 'is required' } } })
  })

  it('§2.2 label: any text of up to 500 characters', async () => {
    await keepsNode('label', ['', 'Orders', '"quoted" \\ \n \t', 'مرحبا 👩‍🚀', '🦊'.repeat(500)])
    await refusesNode('label', ['🦊'.repeat(501)], 'must have at most 500 characters')
    await refusesNode('label', [1, null, []], 'must be a string')
    await refusesNode('label', ['a\0b', '\ud800'], 'must not contain NUL or half of a surrogate pair')
  })

  it('§2.2 tech: any text of up to 500 characters', async () => {
    await keepsNode('tech', ['', 'Node.js <24>', 't'.repeat(500)])
    await refusesNode('tech', ['t'.repeat(501)], 'must have at most 500 characters')
  })

  it('§2.2 spend: any finite number, kept to the last digit', async () => {
    await keepsNode('spend', [0, 12, 0.1, -3.5, 1e308, 5e-324, 9_007_199_254_740_993, 1234567.891])
    await refusesNode('spend', ['12', '$12', null, true], 'must be a finite number')
    const body = '{"name":"huge","nodes":[{"id":"n","spend":1e999}]}'
    const answer = await team.request('POST', '/maps', { body, headers: { 'Content-Type': 'application/json' } })
    expect(answer).toMatchObject({ status: 400, json: { fields: { 'nodes[0].spend': 'must be a finite number' } } })
  })

  it('§2.2 currency: one of the ten codes', async () => {
    const codes = ['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'CAD', 'AUD', 'CHF', 'INR', 'SGD']
    await keepsNode('currency', codes)
    await refusesNode('currency', ['usd', 'BTC', '', 1, null], `must be one of ${codes.join(', ')}`)
  })

  it('§2.2 billing: a list of the four kinds', async () => {
    await keepsNode('billing', [[], ['seat'], ['team', 'usage', 'flat'], ['flat', 'flat']])
    await refusesNode('billing', ['seat', null, {}], 'must be an array')
    await refusesNode('billing', [Array(101).fill('seat'), Array(20_000).fill(42)], 'must have at most 100 entries')
    expect(await tryNode({ billing: ['seat', 'free'] })).toEqual({
      'nodes[0].billing[1]': 'must be one of seat, team, usage, flat',
    })
  })

  it('§2.2 x: any finite number', async () => {
    await keepsNode('x', [0, -120.25, 1e308])
    await refusesNode('x', ['0', null], 'must be a finite number')
  })

  it('§2.2 y: any finite number', async () => {
    await keepsNode('y', [0, 88, -1e308])
    await refusesNode('y', ['0', null], 'must be a finite number')
  })
})

describe('the fields of an edge', () => {
  it('§2.3 source: it is required, and need not be a node', async () => {
    await keepsEdge('source', ['nobody', 'x'.repeat(200)])
    await refusesEdge('source', [''], 'must not be empty')
    const answer = await team.request('POST', '/maps', { body: { name: 'x', edges: [{ target: 'b' }] } })
    expect(answer).toMatchObject({ status: 400, json: { fields: { 'edges[0].source': 'is required' } } })
  })

  it('§2.3 target: it is required, and need not be a node', async () => {
    await keepsEdge('target', ['nobody', 'a'])
    await refusesEdge('target', [''], 'must not be empty')
    const answer = await team.request('POST', '/maps', { body: { name: 'x', edges: [{ source: 'a' }] } })
    expect(answer).toMatchObject({ status: 400, json: { fields: { 'edges[0].target': 'is required' } } })
  })

  it('§2.3 line: bezier, smoothstep, step or straight', async () => {
    await keepsEdge('line', ['bezier', 'smoothstep', 'step', 'straight'])
    await refusesEdge('line', ['Bezier', 'curve', '', null], 'must be one of bezier, smoothstep, step, straight')
  })

  it('§2.3 label: at most 120 characters', async () => {
    await keepsEdge('label', ['', 'reads', '👩‍👩‍👧‍👦 → 支付', '🦊'.repeat(120)])
    await refusesEdge('label', ['🦊'.repeat(121), 'x'.repeat(121)], 'must have at most 120 characters')
  })

  it('§2.3 labelColor: a colour', async () => {
    await keepsEdge('labelColor', ['#fff', 'tomato', 'rgb(1,2,3)'])
    await refusesEdge('labelColor', ['red;', 'url(#a)'], notAColor)
  })

  it('§2.3 labelSize: 6 to 48', async () => {
    await keepsEdge('labelSize', [6, 10.5, 48])
    await refusesEdge('labelSize', [5.99, 0, -6], 'must be at least 6')
    await refusesEdge('labelSize', [48.01, 1e9], 'must be at most 48')
    await refusesEdge('labelSize', ['10', null], 'must be a finite number')
  })

  it('§2.3 labelFont: sketch, sans or mono', async () => {
    await keepsEdge('labelFont', ['sketch', 'sans', 'mono'])
    await refusesEdge('labelFont', ['serif', '', 1], 'must be one of sketch, sans, mono')
  })

  it('§2.3 arrow: none, end or both', async () => {
    await keepsEdge('arrow', ['none', 'end', 'both'])
    await refusesEdge('arrow', ['start', true], 'must be one of none, end, both')
  })

  it('§2.3 color: a hex, rgb(), hsl() or named colour, kept as sent', async () => {
    const accepted = [
      ...['#abc', '#ABCD', '#a1b2c3', '#a1b2c3d4', 'rgb(1, 2, 3)', 'rgba(1,2,3,.5)', 'rgb(10% 20% 30% / 40%)'],
      ...['hsl(120, 50%, 50%)', 'hsla(0.5turn 50% 50% / 0.1)', 'RebeccaPurple', 'transparent', 'TOMATO'],
    ]
    await keepsEdge('color', accepted)
    const refused = [
      ...['', 'bluish', '#12', '#12345', '#ggg', 'rgb(1,2)', 'rgb(1 2 3 4)', 'hsl(1,2,3)', 'currentcolor', 'inherit'],
      ...[
        'var(--x)',
        'calc(1)',
        'lab(1 2 3)',
        'url(javascript:alert(1))',
        'red" onload="x',
        'linear-gradient(red,blue)',
      ],
      ...[' red', 'red;', `rgb(${'1'.repeat(100)},2,3)`, '('.repeat(10_000)],
    ]
    await refusesEdge('color', refused, notAColor)
  })

  it('§2.3 dotColor: a colour', async () => {
    await keepsEdge('dotColor', ['#0000', 'hsl(1deg 2% 3%)'])
    await refusesEdge('dotColor', ['none', 'expression(1)'], notAColor)
  })

  it('§2.3 animated: true or false', async () => {
    await keepsEdge('animated', [true, false])
    await refusesEdge('animated', ['true', 1, null], 'must be a boolean')
  })

  it('§2.3 dashed: true or false', async () => {
    await keepsEdge('dashed', [true, false])
    await refusesEdge('dashed', ['true', 1, null], 'must be a boolean')
  })

  it('§2.3 rule: a value that is no colour is refused in every colour field, on PATCH too', async () => {
    const map = await team.createMap({ name: 'colours', edges: [{ source: 'a', target: 'b' }] })
    for (const field of ['color', 'dotColor', 'labelColor']) {
      const edges = [{ source: 'a', target: 'b', [field]: 'javascript:alert(1)' }]
      const answer = await team.request('PATCH', `/maps/${map.id}`, { body: { edges } })
      expect(answer).toMatchObject({ status: 400, json: { fields: { [`edges[0].${field}`]: notAColor } } })
    }
    expect(await team.getMap(map.id)).toEqual(map)
  })
})

describe('the limits', () => {
  it('§8 Edge label length: 120 characters are kept, 121 are refused', async () => {
    await keepsEdge('label', ['é'.repeat(120)])
    await refusesEdge('label', ['é'.repeat(121)], 'must have at most 120 characters')
  })

  it('§8 Edge label size: 6 and 48 px are kept, what lies beyond is refused', async () => {
    await keepsEdge('labelSize', [6, 48])
    await refusesEdge('labelSize', [5], 'must be at least 6')
    await refusesEdge('labelSize', [49], 'must be at most 48')
  })

  it('§8 Node count per map: 100 on free and 2,000 on pro', async () => {
    const nodes = Array.from({ length: 2_001 }, (_, index) => ({ id: `n${index}` }))
    const free = await system.createWorkspace({ plan: 'free' })
    const statusOf = async (workspace: TestWorkspace, count: number): Promise<number> => {
      const answer = await workspace.request('POST', '/maps', { body: { name: 'x', nodes: nodes.slice(0, count) } })
      return answer.status
    }
    expect(await statusOf(free, 100)).toBe(201)
    expect(await statusOf(free, 101)).toBe(403)
    expect(await statusOf(team, 2_000)).toBe(201)
    expect(await statusOf(team, 2_001)).toBe(403)
  })

  it('takes 10,000 edges and refuses one more', async () => {
    const edges = Array.from({ length: 10_001 }, (_, index) => ({ source: `a${index}`, target: 'b' }))
    expect(await team.createMap({ name: 'many', edges: edges.slice(0, 10_000) })).toMatchObject({ name: 'many' })
    const answer = await team.request('POST', '/maps', { body: { name: 'too many', edges } })
    expect(answer).toMatchObject({ status: 400, json: { fields: { edges: 'must have at most 10000 edges' } } })
  })
})
