import { diffMaps } from '@maps/shared/diff/map-diff'
import type { MapEdge, MapNode } from '@maps/shared/map'
import { expect, it } from 'vitest'
import { mapChangesOf } from './map-changes.ts'

it('tells all of what was added and removed, so that an agent can keep a copy of a map', () => {
  const web: MapNode = { id: 'web' }
  const queue: MapNode = { id: 'queue', spend: 10, billing: ['usage'], x: 1, y: 2 }
  const write: MapEdge = { source: 'web', target: 'queue', arrow: 'both', dashed: true, line: 'step' }
  const [small, large] = [
    { name: 'Shop', nodes: [web], edges: [] },
    { name: 'Shop', nodes: [web, queue], edges: [write] },
  ]
  const grown = mapChangesOf(diffMaps(small, large))
  expect([grown.nodes.added, grown.edges.added]).toEqual([[queue], [write]])
  const shrunk = mapChangesOf(diffMaps(large, small))
  expect([shrunk.nodes.removed, shrunk.edges.removed]).toEqual([[queue], [write]])
  const { dashed: _, ...plain } = write
  const changed = mapChangesOf(diffMaps(large, { ...large, edges: [plain] }))
  expect(changed.edges.changed).toEqual([{ edge: plain, changes: [{ field: 'dashed', from: true }] }])
})
