import { describe, expect, it } from 'vitest'
import { themes } from '../../services/render-worker/scene/draw/theme.ts'
import { createPath, samplesOf } from '../../services/render-worker/scene/geometry/path.ts'
import type { Point } from '../../services/render-worker/scene/geometry/rect.ts'
import type { Segment } from '../../services/render-worker/scene/geometry/segment.ts'
import { buildScene } from '../../services/render-worker/scene/scene.ts'
import { estimated } from '../../services/render-worker/scene/text/measure.ts'
import { times } from '../faults/run-size.ts'
import { type Line, linesOf, type Quality, qualityOf, STEP, sumOf } from './quality.ts'
import { serviceMap } from './service-map.ts'

const cards = [
  { id: 'a', rect: { x: -100, y: -20, width: 100, height: 200 } },
  { id: 'b', rect: { x: 400, y: -20, width: 100, height: 200 } },
  { id: 'c', rect: { x: 150, y: 60, width: 100, height: 40 } },
]

function line(points: readonly Point[], more: Partial<Line> = {}): Line {
  const path = createPath(points.slice(1).map((it, index): Segment => [points[index]!, it]))
  return {
    source: 'a',
    target: 'b',
    arrow: 'end',
    points: [points[0]!, ...samplesOf(path, STEP), points.at(-1)!],
    ...more,
  }
}

const at = (x: number, y: number): Point => ({ x, y })
const level = (y: number, more?: Partial<Line>): Line => line([at(0, y), at(400, y)], more)
const crossing = line([at(0, 60), at(100, 55), at(120, 20), at(400, 10)])

const step = (by: number): Line => line([at(0, 0), at(120, 0), at(120, by), at(400, by)])

const none = {
  ...{ sharedEnds: 0, behind: 0, onTop: 0, crossings: 0, jogs: 0 },
  ...{ falseHeads: 0, strayLabels: 0, ambiguousLabels: 0, cut: 0 },
}

describe('the quality of lines', () => {
  it.each<[string, Line[], Partial<Quality>]>([
    ['lines side by side', [level(0), level(20)], {}],
    ['two lines that end together', [level(0), line([at(0, 20), at(400, 4)])], { sharedEnds: 2 }],
    ['a line behind a foreign card', [level(80)], { behind: 1 }],
    ['a line across the corner of a card', [line([at(140, 69), at(160, 51)])], { behind: 1 }],
    ['a line to that card', [line([at(0, 80), at(150, 80)], { target: 'c' })], {}],
    ['a line upon another', [level(0), line([at(0, 40), at(100, 2), at(300, 2), at(400, 40)])], { onTop: 1 }],
    ['a line across another', [level(40), crossing], { crossings: 1 }],
    ['a small step to the side', [step(12)], { jogs: 1 }],
    ['a step that looks meant', [step(14)], {}],
    [
      'two small steps across a curve',
      [line([at(0, 0), at(100, 0), at(120, 9), at(220, 9), at(220, 18), at(400, 18)])],
      { jogs: 2 },
    ],
    ['a tail at a foreign head', [level(0), line([at(400, 6), at(0, 30)])], { falseHeads: 1 }],
    ['a label on its line', [level(0, { label: { x: 180, y: -10, width: 40, height: 20 } })], { labels: 1 }],
    [
      'a label beside its line',
      [level(0, { label: { x: 180, y: 10, width: 40, height: 20 } })],
      { labels: 1, strayLabels: 1 },
    ],
    [
      'a label nearer to another line',
      [level(0, { label: { x: 180, y: 5, width: 40, height: 20 } }), level(20)],
      { labels: 1, ambiguousLabels: 1, cut: 1 },
    ],
    [
      'a label across another line',
      [level(0, { label: { x: 180, y: -10, width: 40, height: 20 } }), level(9)],
      { labels: 1, cut: 1 },
    ],
  ])('counts %s', (_, edges, expected) => {
    expect(qualityOf({ cards, edges })).toEqual({ edges: edges.length, labels: 0, ...none, ...expected })
  })
})

it('has no edge at the corner of a card that has a position, and few crossings', { timeout: 180_000 }, async () => {
  const all: Quality[] = []
  for (let seed = 0; seed < times(12, 60); seed++) {
    const scene = await buildScene(serviceMap(seed, true), themes.light, estimated)
    all.push(qualityOf(linesOf(scene)))
  }
  const { behind, crossings, edges } = sumOf(all)
  expect(behind).toBe(0)
  expect(crossings / edges).toBeLessThan(1.7)
})
