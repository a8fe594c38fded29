import type { LayerGap } from './box.ts'

/** Px between the centre lines of adjacent lanes, and so between parallel lines. */
export const LANE_WIDTH = 12
/** Px between the layers and the first lane of U-turns. */
export const TURN_BACK = 30

/** Gap in px below which ports also use the corners. */
export const MIN_PORT_GAP = 8
/** Minimum distance in px of a port from a corner of its card. */
export const MIN_CORNER_DISTANCE = 6

/** Minimum length in px of a side with legible ports. @param ports number of ports */
export function lengthForPorts(ports: number): number {
  return 2 * MIN_CORNER_DISTANCE + (ports - 1) * MIN_PORT_GAP
}

/** Coordinate along the flow of the outermost U-turn in a gap, in px. */
export function farthestTurn(gap: LayerGap): number {
  return outerEnd(gap) + (gap.turnBack ?? 0) * (TURN_BACK + gap.edges * LANE_WIDTH)
}

/** The border of the layers beside a gap, on the side of its U-turns, in px along the flow. */
export function outerEnd({ from, to, turnBack }: LayerGap): number {
  return turnBack === -1 ? Math.min(from, to) : Math.max(from, to)
}
