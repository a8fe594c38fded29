import { expect, it } from 'vitest'
import { facingSides } from './place-ends.ts'
import { routeAllDirectly, routeAround } from './route.ts'
import type { UnroutedEdge } from './edge.ts'

it('takes bounded work among overlapping cards: the last edges are routed directly', () => {
  const cards = Array.from({ length: 2_000 }, (_, index) => ({ x: index % 20, y: index % 17, width: 240, height: 100 }))
  const edges = cards.map((source, index): UnroutedEdge => {
    const target = cards[(index * 7 + 1) % cards.length]!
    const facing = facingSides(source, target)
    return { line: 'bezier', source, target, facing, fan: { index: 0, count: 1 } }
  })
  const routes = routeAround(cards)(edges)
  const isDirect = edges.map((it, index) => {
    const route = routes[index]!
    const [direct] = routeAllDirectly([{ ...it, ports: route.ends }])
    return JSON.stringify(route) === JSON.stringify(direct)
  })
  expect(isDirect.slice(0, 50)).toContain(false)
  expect(isDirect.slice(-500)).not.toContain(false)
})
