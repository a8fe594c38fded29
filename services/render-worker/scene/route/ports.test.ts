import { describe, expect, it } from 'vitest'
import type { Rect } from '../geometry/rect.ts'
import { facingSides } from './place-ends.ts'
import { assignPorts, type SidedEdge } from './ports.ts'

const card = (x: number, y: number, height = 100): Rect => ({ x, y, width: 160, height })
const edge = (source: Rect, target: Rect): SidedEdge => ({ source, target, sides: facingSides(source, target) })

describe('the ends of edges on the sides of their cards', () => {
  it('are in the order of the cards that they lead to', () => {
    const hub = card(0, 400)
    const others = [900, 0, 600, 300].map((y) => card(1_500, y))
    const ends = assignPorts(others.map((it) => edge(hub, it)))
    const fromTop = ends.toSorted((a, b) => a.source.y - b.source.y)
    expect(fromTop.map((it) => it.target.y - 50)).toEqual([0, 300, 600, 900])
  })

  it('are 18 px apart where they fit, for edges of either direction', () => {
    const hub = card(0, 0)
    const others = [-300, 0, 300].map((y) => card(500, y))
    const ends = assignPorts([edge(hub, others[0]!), edge(others[1]!, hub), edge(hub, others[2]!)])
    expect([ends[0]!.source.y, ends[1]!.target.y, ends[2]!.source.y]).toEqual([32, 50, 68])
  })

  it('are evenly spaced where there are many, none at a corner', () => {
    const hub = card(0, 0)
    const ends = assignPorts(Array.from({ length: 40 }, (_, index) => edge(hub, card(9_000, index * 150 - 3_000))))
    const places = ends.map((it) => it.source.y).toSorted((a, b) => a - b)
    expect(new Set(places).size).toBe(40)
    expect([places[0], places.at(-1)]).toEqual([6, 94])
  })

  it('separate parallel edges without a crossing, also where they turn', () => {
    const [a, b] = [card(0, 0), card(400, 0)]
    const straight = assignPorts([edge(a, b), edge(b, a), edge(a, b)])
    const turned = assignPorts([1, 2].map((): SidedEdge => ({ source: a, target: b, sides: ['bottom', 'bottom'] })))
    expect(straight.map((it) => it.source.y)).toEqual(straight.map((it) => it.target.y))
    const [first, second] = turned
    expect(Math.sign(first!.source.x - second!.source.x)).toBe(-Math.sign(first!.target.x - second!.target.x))
  })

  it('leave the middle of their side for a straight line, if alone and near', () => {
    const [low, far] = [card(400, 20), card(400, 60)]
    const [near] = assignPorts([edge(card(0, 0), low)])
    const [slanting] = assignPorts([edge(card(0, 0), far)])
    expect(near!.source.y).toBe(near!.target.y)
    expect([slanting!.source.y, slanting!.target.y]).toEqual([50, 110])
  })

  it('follow a known route rather than the direction of the other card', () => {
    const [hub, above, below] = [card(0, 400), card(500, 100), card(500, 700)]
    const away = { x: 300, y: 1_000 }
    const around: SidedEdge = { ...edge(hub, above), via: [away, away] }
    const [first, second] = assignPorts([around, edge(hub, below)])
    expect(first!.source.y).toBeGreaterThan(second!.source.y)
  })
})
