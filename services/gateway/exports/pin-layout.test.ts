import { defaultPlans as plans } from '@maps/shared/plans'
import { expect, it } from 'vitest'
import type { StoredMap } from '../store/stored-map.ts'
import type { ExportContext } from './export-map.ts'
import { pinLayout } from './pin-layout.ts'

it('holds the map while it looks for unknown ids', async () => {
  const map = { nodes: '[{"id":"a"}]', edges: '[{"source":"a","target":"b"}]' } as StoredMap
  const bytes = map.nodes.length + map.edges.length
  const events: string[] = []
  const context = {
    caller: { workspaceId: 'w', plan: plans.pro },
    room: () => bytes,
    hold(held: number) {
      events.push(`hold ${held}`)
      return { [Symbol.dispose]: () => void events.push('release') }
    },
    maps: {
      get: async () => map,
      async pin() {
        events.push('pin')
        return 'done'
      },
    },
  } as unknown as ExportContext
  await pinLayout(context, 'id', [{ id: 'b', x: 0, y: 0 }])
  await expect(pinLayout(context, 'id', [{ id: 'c', x: 0, y: 0 }])).rejects.toThrow('not valid')
  expect(events).toEqual([`hold ${bytes}`, 'release', 'pin', `hold ${bytes}`, 'release'])
})
