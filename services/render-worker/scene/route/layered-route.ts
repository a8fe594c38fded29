import type { LayerGap, Level } from '../layout/box.ts'
import type { Point } from '../draw/display-list.ts'
import { STEP_RADIUS } from './edge-path.ts'
import type { Ends } from './ends.ts'
import { createPath, curveOf, type Path, reversed, type Segment, transposed } from './path.ts'
import { roundedPath } from './step-path.ts'
import { isStepped, LANE, type Link, type OwnPassage } from './way.ts'

/** Levels this near to each other are one to the eye. */
const NEAR = 6
/** Price of two lines that run upon each other, in crossings. */
const UPON = 20
/** How many times neighbouring turns change places, at most, to save crossings. */
const MAX_SWEEPS = 20
/** Px at either end of a gap in which no line of steps turns, so that arrowheads have straight lines. */
const STRAIGHT = 18
/** Px at either end of a gap in which curves are straight. */
const STRAIGHT_CURVE = 8
/** Px beyond both layers at which the first line turns back; all but the last of them are straight, so that arrowheads are in line. */
const TURN = 30
const STRAIGHT_TURN = 14
/** Of a curve that turns back: the same for all, so that nested ones do not cross. */
const TURN_RADIUS = 16
/** Px to a point so far away that lines are ordered by their levels alone. */
const FAR = 10_000

/** An edge with a passage, and its ends on the sides that look along it. */
export interface LedLink extends Link {
  passage: OwnPassage
  ports: Ends
}

/** A line on its way through one gap, in px across the flow; `turn` is where it goes from one level to the other. */
interface Hop {
  gap: LayerGap
  from: number
  to: number
  turn: number
}

/**
 * Leads edges through their passages. In the gap between two layers, each line of steps turns in a lane of its own, and the lanes are in the order
 * that makes fewest crossings; a curve takes the whole gap. No edge runs behind a card, or upon another edge.
 */
export function leadThroughPassages(links: readonly LedLink[]): Path[] {
  const hops = links.map(hopsOf)
  const turning = hops.flatMap((own, index) =>
    isStepped(links[index]!.line) ? own : own.filter((it) => it.gap.turn !== undefined),
  )
  for (const [gap, own] of Map.groupBy(turning, (it) => it.gap)) {
    spreadTurns(
      own.filter((it) => it.from !== it.to),
      gap,
    )
  }
  return links.map((it, index) => pathOf(it, hops[index]!))
}

/** What the line of an edge leads to from its source and from its target: the next layer's part of its passage. */
export function neighboursOf({ passage, source, target }: Link & { passage: OwnPassage }): [Point, Point] {
  const { gaps, levels, axis, isForward } = passage
  const [first, last] = isForward ? [source, target] : [target, source]
  const middle = ({ x, y, width, height }: typeof source): number =>
    axis === 'horizontal' ? y + height / 2 : x + width / 2
  const afterFirst = alongAxis(passage, { x: behind(gaps[0]!, 'to'), y: levels[0]?.at ?? middle(last) })
  const beforeLast = alongAxis(passage, { x: behind(gaps.at(-1)!, 'from'), y: levels.at(-1)?.at ?? middle(first) })
  return isForward ? [afterFirst, beforeLast] : [beforeLast, afterFirst]
}

/** A line that turns back leads to where it came from, so that the outermost leaves first. */
function behind({ turn, ...gap }: LayerGap, end: 'from' | 'to'): number {
  return turn === undefined ? gap[end] : gap[end] - turn * FAR
}

/** From x along the flow to the picture's own axes, or back. */
function alongAxis({ axis }: OwnPassage, { x, y }: Point): Point {
  return axis === 'horizontal' ? { x, y } : { x: y, y: x }
}

/** In the order of the passage, with x along the flow. */
function endsAlong({ passage, ports }: LedLink): [Point, Point] {
  const [source, target] = [alongAxis(passage, ports.source), alongAxis(passage, ports.target)]
  return passage.isForward ? [source, target] : [target, source]
}

function hopsOf(link: LedLink): Hop[] {
  const [first, last] = endsAlong(link)
  const { gaps, levels } = link.passage
  const { index, count } = link.fan
  const aside = (index - (count - 1) / 2) * LANE
  const all = [
    first.y,
    ...(count > 1 ? levels.map((it) => it.at + aside) : straightened(first.y, levels, last.y)),
    last.y,
  ]
  return gaps.map((gap, at) => ({ gap, from: all[at]!, to: all[at + 1]!, turn: (gap.from + gap.to) / 2 }))
}

/** Levels that are those of the ends, as far from either end as there is room. */
function straightened(first: number, levels: readonly Level[], last: number): number[] {
  const straight = levels.map((it) => it.at)
  const isFree = (y: number, { least, most }: Level): boolean => y >= least && y <= most
  let from = 0
  while (from < levels.length && isFree(first, levels[from]!)) straight[from++] = first
  for (let to = levels.length - 1; to >= from && isFree(last, levels[to]!); to--) straight[to] = last
  return straight
}

/** Gives each hop of a gap its place to turn. */
function spreadTurns(hops: readonly Hop[], gap: LayerGap): void {
  const { from, to, turn } = gap
  const ordered = inOrder(hops)
  const lanes: number[] = []
  for (const [index, hop] of ordered.entries()) {
    const before = ordered.slice(0, index).map((it, at) => (doMeet(it, hop) ? lanes[at]! + 1 : 0))
    lanes.push(Math.max(0, ...before))
  }
  const last = Math.max(0, ...lanes)
  const room = Math.max(0, Math.abs(to - from) - 2 * STRAIGHT)
  const step = Math.sign(to - from) * Math.min(LANE, room / Math.max(1, last))
  for (const [index, hop] of ordered.entries()) {
    const lane = lanes[index]!
    hop.turn =
      turn === undefined ? (from + to) / 2 + (lane - last / 2) * step : outermost(gap) + turn * (TURN + lane * LANE)
  }
}

/** How far along the flow lines reach that turn back in a gap. */
export function farthestTurn(gap: LayerGap): number {
  return outermost(gap) + (gap.turn ?? 0) * (TURN + gap.edges * LANE)
}

function outermost({ from, to, turn }: LayerGap): number {
  return turn === -1 ? Math.min(from, to) : Math.max(from, to)
}

/** Along the flow, so that there are few crossings: by what each saves in all, then by changes of neighbours. */
function inOrder(hops: readonly Hop[]): Hop[] {
  const gain = (hop: Hop): number =>
    hops.reduce((sum, it) => (it === hop ? sum : sum + conflicts(hop, it) - conflicts(it, hop)), 0)
  const ordered = hops
    .map((hop) => ({ hop, gain: gain(hop) }))
    .sort((a, b) => a.gain - b.gain)
    .map((it) => it.hop)
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let isChanged = false
    for (let at = 1; at < ordered.length; at++) {
      const [a, b] = [ordered[at - 1]!, ordered[at]!]
      if (conflicts(b, a) >= conflicts(a, b)) continue
      ordered[at - 1] = b
      ordered[at] = a
      isChanged = true
    }
    if (!isChanged) break
  }
  return ordered
}

/** Crossings of two hops through a gap, the first of which turns before the other. */
function conflicts(first: Hop, next: Hop): number {
  if (first.gap.turn !== undefined) return isWithin(next.from, first) + isWithin(next.to, first)
  const upon = Math.abs(first.to - next.from) < NEAR ? UPON : 0
  return upon + isWithin(first.to, next) + isWithin(next.from, first)
}

function isWithin(level: number, { from, to }: Hop): 0 | 1 {
  return level > Math.min(from, to) && level < Math.max(from, to) ? 1 : 0
}

/** Whether two hops would run upon each other in the same lane. */
function doMeet(a: Hop, b: Hop): boolean {
  return (
    Math.min(a.from, a.to) < Math.max(b.from, b.to) + LANE && Math.min(b.from, b.to) < Math.max(a.from, a.to) + LANE
  )
}

function pathOf(link: LedLink, hops: readonly Hop[]): Path {
  const ends = endsAlong(link)
  const path = isStepped(link.line) ? steps(link, ends, hops) : curve(ends, hops)
  const turned = link.passage.axis === 'horizontal' ? path : transposed(path)
  return link.passage.isForward ? turned : reversed(turned)
}

function steps({ line }: LedLink, [first, last]: readonly [Point, Point], hops: readonly Hop[]): Path {
  const corners = hops.flatMap(({ from, to, turn }) => (from === to ? [] : [from, to].map((y) => ({ x: turn, y }))))
  return roundedPath([first, ...corners, last], line === 'step' ? 0 : STEP_RADIUS)
}

/** A curve through each gap, straight through the layers. */
function curve([first, last]: readonly [Point, Point], hops: readonly Hop[]): Path {
  const segments: Segment[] = []
  let at = first
  const goTo = (point: Point): void => {
    if (point.x !== at.x || point.y !== at.y) segments.push([at, point])
    at = point
  }
  for (const hop of hops) {
    const own = hop.gap.turn === undefined ? acrossGap(hop) : turningBack(hop)
    goTo(own[0]![0])
    segments.push(...own)
    at = own.at(-1)!.at(-1)!
  }
  goTo(last)
  return createPath(segments)
}

function acrossGap({ gap, from, to }: Hop): Segment[] {
  const straight = Math.sign(gap.to - gap.from) * STRAIGHT_CURVE
  const middle = (gap.from + gap.to) / 2
  const [start, end] = [gap.from + straight, gap.to - straight]
  return [
    [
      { x: start, y: from },
      { x: middle, y: from },
      { x: middle, y: to },
      { x: end, y: to },
    ],
  ]
}

/** Out to its lane, along it, and back. */
function turningBack({ gap, from, to, turn }: Hop): Segment[] {
  const start = outermost(gap) + Math.sign(turn - outermost(gap)) * STRAIGHT_TURN
  const radius = Math.sign(to - from) * Math.min(Math.abs(to - from) / 2, Math.abs(turn - start), TURN_RADIUS)
  const [entry, exit] = [
    { x: turn, y: from + radius },
    { x: turn, y: to - radius },
  ]
  return [
    curveOf({ x: start, y: from }, { x: turn, y: from }, entry),
    [entry, exit],
    curveOf(exit, { x: turn, y: to }, { x: start, y: to }),
  ]
}
