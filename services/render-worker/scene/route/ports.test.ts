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

  it('move between their neighbours for a straight line, to 10 px from them', () => {
    const hub = card(0, 0)
    const ends = assignPorts([card(400, -300), card(400, 30), card(400, 300)].map((it) => edge(hub, it)))
    expect(ends.map((it) => it.source.y)).toEqual([32, 56, 68])
    expect(ends[1]!.target.y).toBe(56)
  })

  describe('beside self loops', () => {
    /** The places of ends on the right side of a card with self loops and edges to the right. */
    const onRight = (height: number, loops: number, others: number) => {
      const hub = card(0, 0, height)
      const target = card(500, 0, height)
      const own = Array.from({ length: loops }, () => edge(hub, hub))
      const ends = assignPorts([...Array.from({ length: others }, () => edge(hub, target)), ...own])
      const places = ends.map((it) => it.source.y)
      return { ofEdges: places.slice(0, others), ofLoops: places.slice(others) }
    }

    it('stay in the middle, with the loops between them and the corner', () => {
      expect(onRight(48, 1, 1)).toEqual({ ofEdges: [24], ofLoops: [12] })
      expect(onRight(48, 2, 1)).toEqual({ ofEdges: [24], ofLoops: [8, 16] })
      expect(onRight(160, 2, 2)).toEqual({
        ofEdges: [71, 89],
        ofLoops: [expect.closeTo(23.7, 1), expect.closeTo(47.3, 1)],
      })
    })

    it('make room for loops where there is little, at least 8 px from each other', () => {
      expect(onRight(60, 3, 4)).toEqual({ ofEdges: [30, 38, 46, 54], ofLoops: [6, 14, 22] })
    })

    it('move for a straight line only as far as the loops leave room', () => {
      const [hub, higher] = [card(0, 0, 60), card(400, -4, 48)]
      const endsBesideLoops = [0, 1, 2].map((loops) => {
        const [first] = assignPorts([edge(hub, higher), ...Array.from({ length: loops }, () => edge(hub, hub))])
        return [first!.source.y, first!.target.y]
      })
      expect(endsBesideLoops).toEqual([
        [20, 20],
        [20, 20],
        [24, 24],
      ])
    })

    it('leave the right side of the top to loops, the innermost nearest to the corner', () => {
      const hub = card(0, 400)
      const [above, inner, outer] = assignPorts([edge(card(0, 0), hub), edge(hub, hub), edge(hub, hub)])
      expect([above, inner, outer].map((it) => it!.target.x)).toEqual([80, 136, 112])
      expect([inner, outer].map((it) => it!.source.y)).toEqual([424, 448])
    })
  })

  it('follow a known route rather than the direction of the other card', () => {
    const [hub, above, below] = [card(0, 400), card(500, 100), card(500, 700)]
    const away = { x: 300, y: 1_000 }
    const around: SidedEdge = { ...edge(hub, above), via: [away, away] }
    const [first, second] = assignPorts([around, edge(hub, below)])
    expect(first!.source.y).toBeGreaterThan(second!.source.y)
  })
})
