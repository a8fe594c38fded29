import { newMapSchema } from '@maps/shared/map'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { times } from '../faults/run-size.ts'
import { cases } from '../rig/cases.ts'
import { unthrottledPlans } from '../faults/clients.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { mutatedMap, newMap } from './arbitrary-maps.ts'
import { mapCommands, type Model } from './map-commands.ts'

let system: System
let team: TestWorkspace

beforeAll(async () => {
  system = await startSystem({ workers: 0, plans: unthrottledPlans })
  team = await system.createWorkspace({ plan: 'pro' })
})
afterAll(() => system[Symbol.asyncDispose]())

/** Test timeout in ms. */
const minutes = (count: number): number => count * 60_000

describe('for any map', () => {
  it(
    'a client gets back what it sent, to the last digit and in its own order',
    async () => {
      await fc.assert(
        fc.asyncProperty(newMap, async (body) => {
          const created = await team.createMap(body)
          const fetched = await team.getMap(created.id)
          expect(fetched).toEqual(created)
          expect(fetched.name).toBe(body.name)
          expect(JSON.stringify(fetched.nodes)).toBe(JSON.stringify(body.nodes))
          expect(JSON.stringify(fetched.edges)).toBe(JSON.stringify(body.edges))
        }),
        { numRuns: cases(2_000) },
      )
    },
    minutes(10),
  )

  it(
    'a body that is nearly a map is taken if it is one, and else told what is wrong with it',
    async () => {
      let refused = 0
      await fc.assert(
        fc.asyncProperty(mutatedMap, async (body) => {
          const text = JSON.stringify(body)
          const isMap = newMapSchema.safeParse(JSON.parse(text)).success
          const headers = { 'Content-Type': 'application/json' }
          const response = await team.request('POST', '/maps', { body: text, headers })
          expect(response.status, text).toBe(isMap ? 201 : 400)
          if (isMap) return
          refused++
          expect(Object.keys(response.json.fields).length, response.text).toBeGreaterThan(0)
        }),
        { numRuns: times(100, 2_000) },
      )
      expect(refused).toBeGreaterThan(20)
    },
    minutes(10),
  )

  it(
    'two workspaces behave like two shelves under any commands in any order',
    async () => {
      await fc.assert(
        fc.asyncProperty(mapCommands(2), async (commands) => {
          const workspaces = await Promise.all([0, 1].map(() => system.createWorkspace({ plan: 'pro' })))
          const model: Model = { maps: workspaces.map(() => []) }
          await fc.asyncModelRun(() => ({ model, real: workspaces }), commands)
        }),
        { numRuns: times(20, 300) },
      )
    },
    minutes(10),
  )
})
