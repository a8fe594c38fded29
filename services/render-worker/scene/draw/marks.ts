import type { Mark } from '@maps/shared/documents/mermaid'
import type { MapEdge } from '@maps/shared/map'
import { round } from '../geometry/path.ts'
import type { Point } from '../geometry/rect.ts'
import type { Primitive } from './display-list.ts'
import type { Theme } from './theme.ts'

/** What changed between two maps that are drawn as one: nodes, by their ids, and edges. The rest stayed the same. */
export type Changes = ReadonlyMap<string | MapEdge, Mark>

/** Radius of a badge, in px. */
export const BADGE_RADIUS = 8
/** Width of the ring that separates a badge from what is behind it, and of the lines of its sign. */
const RING = 1.5
/** Half the width of a sign, as a share of the radius. */
const REACH = 0.48

/** How a change is drawn besides its colour. */
export interface MarkLine {
  /** Width of lines and borders, in px. */
  lineWidth: number
  /** Lengths of dashes and gaps. */
  dash?: readonly [number, number]
}

/** Lines and borders by their change, so that no change is told by its colour alone. */
export const markLines: Readonly<Record<Mark, MarkLine>> = {
  added: { lineWidth: 2.25 },
  removed: { lineWidth: 2, dash: [1.5, 4.5] },
  changed: { lineWidth: 2.25, dash: [9, 4.5] },
}

/** The changes that occur, in the order of a legend. */
export function marksOf(changes: Changes): Mark[] {
  const found = new Set(changes.values())
  return (['added', 'removed', 'changed'] as const).filter((it) => found.has(it))
}

/** Draws the badge of a change: a disc with a plus, a minus or a tilde. */
export function drawBadge(mark: Mark, { x, y }: Point, theme: Theme, radius = BADGE_RADIUS): Primitive[] {
  const reach = radius * REACH
  const at = (right: number, down: number): string => `${round(x + right * reach)},${round(y + down * reach)}`
  const signs: Record<Mark, string> = {
    added: `M${at(-1, 0)}L${at(1, 0)}M${at(0, -1)}L${at(0, 1)}`,
    removed: `M${at(-1, 0)}L${at(1, 0)}`,
    changed: `M${at(-1, 0.35)}C${at(-0.5, -1.1)} ${at(0.5, 1.1)} ${at(1, -0.35)}`,
  }
  return [
    { kind: 'circle', x, y, radius, fill: theme.marks[mark], stroke: theme.canvas, lineWidth: RING },
    { kind: 'path', d: signs[mark], top: y - reach, bottom: y + reach, stroke: theme.card, lineWidth: RING },
  ]
}
