import type { PinnedLines } from '@maps/shared/positions'
import { middleOf, type Point, type Rect } from '../geometry/rect.ts'
import { transposedPoint } from '../geometry/segment.ts'
import type { Stretch } from './best-place.ts'
import { type Box, type LayerGap, type Layout, type Link, pairKey, type Passage } from './box.ts'
import { passageSides } from './layered.ts'
import type { DrawnLines } from './place-unpositioned.ts'
import { rectAlongAxis } from './plan.ts'

/** Px on both sides of a pinned line in which no new card is placed. */
const CLEARANCE = 10

/** The flow and the passages of a layout. */
export type Lines = Pick<Layout, 'axis' | 'passages'>

/** Writes the passages between these cards; undefined if there are none. */
export function writeLines(ids: readonly string[], { axis, passages }: Lines): PinnedLines | undefined {
  if (!axis || passages.size === 0) return undefined
  const indexes = new Map(ids.map((it, index) => [it, index]))
  const gaps = [...new Set([...passages.values()].flatMap((it) => it.gaps))]
  const numbers = new Map(gaps.map((it, index) => [it, index]))
  const written = [...passages].flatMap(([key, passage]) => {
    const [first, last] = endsOf(key, passage).map((it) => indexes.get(it))
    if (first === undefined || last === undefined) return []
    return {
      ends: [first, last] satisfies [number, number],
      gaps: passage.gaps.map((it) => numbers.get(it)!),
      waypoints: passage.waypoints.map(({ at, least, most }): [number, number, number] => [at, least, most]),
    }
  })
  return { axis, gaps, passages: written }
}

/** Reads the passages between these cards. */
export function readLines(ids: readonly string[], { axis, gaps, passages }: PinnedLines): Lines {
  const read = passages.map(({ ends, gaps: own, waypoints }): [string, Passage] => {
    const [first, last] = ends.map((it) => ids[it]!) as [string, string]
    const ownGaps = own.map((it) => gaps[it]!)
    const sides = passageSides(axis, ownGaps)
    const points = waypoints.map(([at, least, most]) => ({ at, least, most }))
    return [pairKey({ source: first, target: last }), { axis, first, gaps: ownGaps, waypoints: points, sides }]
  })
  return { axis, passages: new Map(read) }
}

/** The lines between cards that get other ids. @param newIds by the ids that they have */
export function renameEnds({ axis, passages }: Lines, newIds: ReadonlyMap<string, string>): Lines {
  const renamed = [...passages].map(([key, passage]): [string, Passage] => {
    const [first, last] = endsOf(key, passage).map((it) => newIds.get(it) ?? it) as [string, string]
    return [pairKey({ source: first, target: last }), { ...passage, first }]
  })
  return { axis, passages: new Map(renamed) }
}

/** The lines between boxes that have positions: through their passages, or straight. */
export function drawnLines({ passages }: Lines, boxes: readonly Box[], links: readonly Link[]): DrawnLines {
  const placed = new Map(boxes.flatMap(({ id, at, width, height }) => (at ? [[id, { ...at, width, height }]] : [])))
  const stretches = links.flatMap((link): Stretch[] => {
    const [source, target] = [placed.get(link.source), placed.get(link.target)]
    if (!source || !target || source === target) return []
    const passage = passages.get(pairKey(link))
    if (!passage) return [[middleOf(source), middleOf(target)]]
    const [first, last] = passage.first === link.source ? [source, target] : [target, source]
    const corners = cornersOf(passage, first, last)
    return corners.slice(1).map((to, index) => [corners[index]!, to])
  })
  return { stretches, corridors: [...passages.values()].flatMap(corridorsOf) }
}

/** The rectangles around the stretches of a line through layers. */
function corridorsOf({ axis, gaps, waypoints }: Passage): Rect[] {
  return waypoints.map(({ at }, index) => {
    const [from, to] = [gaps[index]!.to, gaps[index + 1]!.from].sort((a, b) => a - b) as [number, number]
    return rectAlongAxis(axis, { x: from, y: at - CLEARANCE, width: to - from, height: 2 * CLEARANCE })
  })
}

/** The passages between cards that are in their places. @param kept rectangles of these cards, by id */
export function keptLines({ axis, passages }: Lines, kept: ReadonlyMap<string, Rect>): Lines {
  const between = [...passages].flatMap(([key, passage]) => {
    const [first, last] = endsOf(key, passage).map((it) => kept.get(it))
    return first && last ? [{ key, passage, first, last }] : []
  })
  const narrowed = narrowedGaps(between)
  const own = between.map(({ key, passage }): [string, Passage] => {
    return [key, { ...passage, gaps: passage.gaps.map((it) => narrowed.get(it) ?? it) }]
  })
  return { axis: own.length > 0 ? axis : undefined, passages: new Map(own) }
}

/** The gaps between layers, made narrower where a card beside them has grown, by the gaps as they were. */
function narrowedGaps(
  lines: readonly { passage: Passage; first: Rect; last: Rect }[],
): ReadonlyMap<LayerGap, LayerGap> {
  const narrowed = new Map<LayerGap, LayerGap>()
  const narrow = (gap: LayerGap, end: 'from' | 'to', axis: Passage['axis'], card: Rect): void => {
    const { x, width } = rectAlongAxis(axis, card)
    const present = narrowed.get(gap) ?? gap
    const isBefore = (end === 'from') === gap.from < gap.to
    const at = isBefore ? Math.max(present[end], x + width) : Math.min(present[end], x)
    if (gap.turnBack === undefined) narrowed.set(gap, { ...present, [end]: at })
  }
  for (const { passage, first, last } of lines) {
    narrow(passage.gaps[0]!, 'from', passage.axis, first)
    narrow(passage.gaps.at(-1)!, 'to', passage.axis, last)
  }
  return narrowed
}

function endsOf(key: string, { first }: Passage): [first: string, last: string] {
  const [a, b] = JSON.parse(key) as [string, string]
  return a === first ? [a, b] : [b, a]
}

/** The corners of the straight lines between the waypoints of a passage. */
function cornersOf({ axis, gaps, waypoints }: Passage, first: Rect, last: Rect): Point[] {
  const across = (rect: Rect): number => middleOf(rectAlongAxis(axis, rect)).y
  const ys = [across(first), ...waypoints.map((it) => it.at), across(last)]
  const corners = gaps.flatMap(({ from, to }, index): Point[] => [
    { x: from, y: ys[index]! },
    { x: to, y: ys[index + 1]! },
  ])
  return axis === 'horizontal' ? corners : corners.map(transposedPoint)
}
