import { newMapSchema } from '@maps/shared/map'
import { expect, it } from 'vitest'
import { mapOf } from '../../test/maps/sample-map.ts'
import { publicMap } from './public-map.ts'

it('contains only the public content of a map, and is a valid map', () => {
  const nodes = [
    { id: 'secret-1', label: 'Web', tech: 'Next.js', x: 1, y: 2 },
    { id: 'shown', spend: 2_431.17, currency: 'EUR' as const, billing: ['usage' as const] },
    { id: 'blank', label: '\u2800' },
  ]
  const edges = [
    { source: 'secret-1', target: 'shown', label: 'orders' },
    { source: 'shown', target: 'n1' },
    { source: 'shown', target: 'n1-x' },
  ]
  const shared = publicMap({ ...mapOf(nodes, edges), name: 'Shop' })
  expect(shared).toEqual({
    name: 'Shop',
    nodes: [
      { id: 'n2-1', label: 'Web', tech: 'Next.js', x: 1, y: 2 },
      { id: 'n2-2', label: 'shown', billing: ['usage'] },
      { id: 'n2-3', label: 'blank' },
    ],
    edges: [
      { source: 'n2-1', target: 'n2-2', label: 'orders' },
      { source: 'n2-2', target: 'n1' },
      { source: 'n2-2', target: 'n1-x' },
    ],
  })
  expect(newMapSchema.safeParse(shared).success).toBe(true)
})
