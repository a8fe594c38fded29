import type { Point, Rect } from '../draw/display-list.ts'
import type { Passage } from '../layout/box.ts'
import { edgePath, endsBetween, type Fan, type LineKind, opposite, type Sides } from './edge-path.ts'
import type { Bend, Ends } from './ends.ts'
import type { Path } from './path.ts'

/** Where an edge goes. */
export interface Route {
  ends: Ends
  path: Path
}

/** An edge's passage; whether it begins at the edge's source. */
export type OwnPassage = Passage & { isForward: boolean }

/** An edge that needs a way; the fan of an edge from a card to itself says how many run within it. */
export interface Link {
  line: LineKind
  source: Rect
  target: Rect
  /** The sides that face each other. */
  facing: Sides
  fan: Fan
  /** The way that the layout keeps free for it, where it does. */
  passage?: OwnPassage
  /** Where it meets the two sides that it is expected to take; over any other side, its fan says where. */
  ports?: Ends
  /** Whether it has been led before, over these sides: a detour takes no others, on which ends would be piled up. */
  isSettled?: boolean
}

/** A way that an edge could take. */
export interface Way {
  ends: Ends
  /** What it costs beside its course, in px of length. */
  surcharge: number
  /** It costs no less than this, wherever the other cards stand. */
  atLeast: number
  draw(): Path
}

/** How far apart lines run side by side. */
export const LANE = 12
/** A corner that is not needed costs so much. */
export const CORNER = 30
/** Sides that do not face the other card are a surprise, worth only a clear gain. */
export const DETOUR = 120

/** A way between these ends that is at least `extra` px longer than they are apart. */
export function wayBetween(link: Link, ends: Ends, extra: number, draw: () => Path): Way {
  const surcharge = ends.sourceSide === link.facing[0] && ends.targetSide === link.facing[1] ? 0 : DETOUR
  return { ends, surcharge, atLeast: surcharge + extra + leastPrice(link.line, ends), draw }
}

/** A way as React Flow draws it. */
export function plainWay(link: Link, ends: Ends, bend?: Bend, extra = 0): Way {
  return wayBetween(link, ends, extra, () => edgePath(link.line, ends, bend))
}

/** Where an edge leaves and enters its cards over these sides, at its ports where it has some there. */
export function endsOver(link: Link, sides: Sides): Ends {
  const ends = endsBetween(link.source, link.target, sides, link.fan)
  const { ports } = link
  return {
    ...ends,
    ...(ports?.sourceSide === ends.sourceSide && { source: ports.source }),
    ...(ports?.targetSide === ends.targetSide && { target: ports.target }),
  }
}

function leastPrice(line: LineKind, { source, sourceSide, target, targetSide }: Ends): number {
  const [width, height] = [Math.abs(target.x - source.x), Math.abs(target.y - source.y)]
  if (!isStepped(line)) return Math.hypot(width, height)
  const isAligned = width === 0 || height === 0
  const corners = sourceSide === targetSide ? 2 : sourceSide !== opposite(targetSide) ? 1 : isAligned ? 0 : 2
  return width + height + corners * CORNER
}

/** Whether a kind of line has only level and upright parts. */
export function isStepped(line: LineKind): boolean {
  return line === 'smoothstep' || line === 'step'
}

/** How far the edge's end on a card is moved outwards, away from the other card, by its place in the fan. */
export function outwards({ source, target }: Ends, middle: Point, axis: 'x' | 'y'): number {
  return (middle[axis] - source[axis]) * Math.sign(target[axis] - source[axis])
}
