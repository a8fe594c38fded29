import { expect, it } from 'vitest'
import { contentFault } from './content-fault.ts'

it.each<[json: string, fault: string | undefined]>([
  ['null', 'nodes must be a list'],
  ['{"nodes": [], "edges": {}}', 'edges must be a list'],
  ['{"nodes": [null], "edges": []}', 'nodes[0].id must be a string'],
  ['{"nodes": [{"id": "a", "label": 1}], "edges": []}', 'nodes[0].label must be a string'],
  ['{"nodes": [{"id": "a", "currency": "XXX"}], "edges": []}', 'nodes[0].currency must be one of USD, EUR'],
  ['{"nodes": [{"id": "a"}, {"id": "a"}], "edges": []}', 'nodes[1].id must be unique'],
  ['{"nodes": [], "edges": [{"source": "a"}]}', 'edges[0].target must be a string'],
  [
    '{"nodes": [], "edges": [{"source": "a", "target": "b", "arrow": "start"}]}',
    'edges[0].arrow must be one of none, end',
  ],
  ['{"nodes": [{"id": "a", "x": null}], "edges": [{"source": "a", "target": "b"}]}', undefined],
])('of the JSON %s, the fault is: %s', (json, fault) => {
  const found = contentFault(JSON.parse(json))
  expect(found).toEqual(fault === undefined ? undefined : expect.stringContaining(fault))
})
