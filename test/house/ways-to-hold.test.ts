import { expect, it } from 'vitest'
import { listRoutes } from '../rig/route-list.ts'
import { rowRoutes, waysToHold } from '../faults/ways-to-hold.ts'

const routes = listRoutes()

it('each route of the gateway has a row in the table of ways to hold its memory, and each row a route', () => {
  expect(routes.length).toBeGreaterThan(30)
  const covered = new Set(waysToHold(routes).map((it) => it.route))
  expect(routes.filter((it) => !covered.has(it))).toEqual([])
  expect([...rowRoutes].filter((it) => !routes.includes(it))).toEqual([])
})

it('control: a new route without a row is found', () => {
  for (const route of ['GET /api/v1/maps/:id/new', 'POST /api/v1/new'])
    expect(() => waysToHold([...routes, route])).toThrow(`${route} needs a row`)
})
