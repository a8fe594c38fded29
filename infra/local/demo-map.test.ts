import { newMapSchema } from '@maps/shared/map'
import { defaultPlans } from '@maps/shared/plans'
import { expect, it } from 'vitest'
import { demoMap } from './demo-map.ts'

it('the demo map fits every plan and has no dangling edge', () => {
  expect(newMapSchema.parse(demoMap)).toEqual(demoMap)
  expect(demoMap.nodes.length).toBeLessThanOrEqual(defaultPlans.free.nodes)
  const ids = demoMap.nodes.map((it) => it.id)
  expect(ids).toEqual(expect.arrayContaining(demoMap.edges.flatMap((it) => [it.source, it.target])))
})
