import { expect, it } from 'vitest'
import { facingSides } from './edge-path.ts'
import { createRouter, routeDirectly } from './route.ts'
import type { Link } from './way.ts'

it('takes bounded work in a heap of cards: the edges that come after it go the direct way', () => {
  const cards = Array.from({ length: 2_000 }, (_, index) => ({ x: index % 50, y: index % 41, width: 240, height: 100 }))
  const links = cards.map((source, index): Link => {
    const target = cards[(index * 7 + 1) % cards.length]!
    const facing = facingSides(source, target)
    return { line: 'step', source, target, facing, fan: { index: 0, count: 1 } }
  })
  const route = createRouter(cards)
  const isDirect = links.map((it) => JSON.stringify(route(it)) === JSON.stringify(routeDirectly(it)))
  expect(isDirect.slice(0, 50)).toContain(false)
  expect(isDirect.slice(-500)).not.toContain(false)
})
