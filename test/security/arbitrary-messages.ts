import { exportFormats } from '@maps/shared/file-formats'
import fc from 'fast-check'
import { tools } from '../../services/gateway/mcp/tools.ts'
import { mutations, newMap } from '../properties/arbitrary-maps.ts'
import { shop } from '../system/shop.ts'

const knownIds = shop.nodes.map((it) => it.id)
const nodeId = fc.oneof(fc.constantFrom(...knownIds), fc.string({ unit: 'binary', maxLength: 20 }))
const index = fc.oneof(fc.constant({}), fc.record({ index: fc.nat(2) }))
const ends = fc.record({ source: nodeId, target: nodeId })
const someText = fc.string({ unit: 'binary', maxLength: 130 })

/** Operations of edit_map, which mostly fit the map of the tests. */
const operation = fc.oneof(
  newMap.map(({ nodes: [node] }) => ({ op: 'add_node', node: node ?? { id: 'new' } })),
  fc.record({
    op: fc.constant('set_node'),
    id: nodeId,
    set: fc.record({ label: someText }),
    unset: fc.subarray(['tech']),
  }),
  fc.record({ op: fc.constant('remove_node'), id: nodeId }),
  fc.record({ op: fc.constant('add_edge'), edge: ends }),
  fc.tuple(ends, index, someText).map(([it, at, label]) => ({ op: 'set_edge', ...it, ...at, set: { label } })),
  fc.tuple(ends, index).map(([it, at]) => ({ op: 'remove_edge', ...it, ...at })),
  fc.record({ op: fc.constant('set_map'), name: someText }),
)

/** Mostly valid values of the fields of tools, by name. */
const fieldsOf = (mapId: string): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  id: fc.constant(mapId),
  from: fc.constant(mapId),
  to: fc.constant(mapId),
  version: fc.integer({ min: 1, max: 3 }),
  operations: fc.array(operation, { minLength: 1, maxLength: 4 }),
  name: newMap.map((it) => it.name),
  nodes: newMap.map((it) => it.nodes),
  edges: newMap.map((it) => it.edges),
  isPublic: fc.boolean(),
  theme: fc.constantFrom('light', 'dark'),
  view: fc.constantFrom('summary', 'whole', 'around'),
  focus: nodeId,
  depth: fc.integer({ min: 1, max: 5 }),
  direction: fc.constantFrom('both', 'up', 'down'),
  hide: fc.constantFrom('*', 'a*', 'b'),
  collapse: fc.constantFrom('a', 'b,c'),
  query: someText,
  limit: fc.integer({ min: 1, max: 100 }),
  cursor: someText,
  format: fc.constantFrom(...exportFormats),
  options: fc.dictionary(fc.constantFrom('theme', 'part', 'scale', 'x'), fc.constantFrom('dark', '1', '')),
})

/** Calls of every tool, with the fields of its schema. */
function toolCall(mapId: string): fc.Arbitrary<object> {
  const fields = fieldsOf(mapId)
  const calls = tools.map(({ name, listed: { inputSchema } }) => {
    const { properties = {}, required = [] } = inputSchema as { properties?: object; required?: string[] }
    const input = Object.fromEntries(Object.keys(properties).map((it) => [it, fields[it] ?? fc.jsonValue()]))
    return fc.record({ name: fc.constant(name), arguments: fc.record(input, { requiredKeys: required }) })
  })
  return fc.oneof(...calls).map((params) => ({ method: 'tools/call', params }))
}

const methods = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]
const uri = (mapId: string) =>
  fc.constantFrom(`maps://${mapId}`, `maps://${mapId}/agents.md`, 'maps://', 'file:///etc/passwd')

/** Messages to the MCP server: calls of tools, other requests, and both with mistakes. */
export function mcpMessage(mapId: string): fc.Arbitrary<unknown> {
  const params = fc.oneof(
    fc.record({ uri: uri(mapId) }),
    fc.record({ name: someText, arguments: fc.jsonValue() }),
    fc.jsonValue(),
  )
  const other = fc.record(
    { method: fc.oneof(fc.constantFrom(...methods), someText), params },
    { requiredKeys: ['method'] },
  )
  const request = fc.oneof({ weight: 3, arbitrary: toolCall(mapId) }, { weight: 1, arbitrary: other })
  const id = fc.oneof(fc.nat(), someText)
  const message = fc.tuple(request, id).map(([it, number]) => ({ jsonrpc: '2.0', id: number, ...it }))
  return fc.oneof({ weight: 3, arbitrary: message }, { weight: 1, arbitrary: mutations(message) })
}
