import { newMapSchema } from '@maps/shared/map'
import { defaultPlans } from '@maps/shared/plans'
import { describe, expect, it } from 'vitest'
import { MAX_JSON_BYTES } from '../../services/gateway/http/body.ts'
import { seed, times } from '../faults/run-size.ts'
import { worstMaps } from '../maps/worst-maps.ts'

const COUNT = times(8, 500)

describe('worst maps', () => {
  it('are valid for the API, and the same for the same seed', () => {
    const again = worstMaps(seed, COUNT)
    for (const worst of worstMaps(seed, COUNT)) {
      const { name, nodes, edges } = worst.map
      const body = { name, nodes, edges }
      expect(newMapSchema.safeParse(body).success, worst.name).toBe(true)
      expect(nodes.length, worst.name).toBeLessThanOrEqual(defaultPlans[worst.plan].nodes)
      expect(Buffer.byteLength(JSON.stringify(body)), worst.name).toBeLessThanOrEqual(MAX_JSON_BYTES)
      expect(again.next().value, worst.name).toEqual(worst)
    }
  })
})
