/*
 * The numbers that decide how edges are routed, in the order of the stages. Lengths are in px of the drawing. Costs are in px of length: a route
 * may be so much longer to avoid a fault. docs/routing.md tells what they were tried against. What React Flow decides is in edge-path.ts and
 * step-path.ts.
 */

// Ends: where edges meet the sides of cards.

/** Px between two ports of a side, if they fit. */
export const PORT_GAP = 18
/** Px between the ends of edges of the same two cards, if they fit. */
export const FAN_GAP = 20
/** Px between the ends of edges and the corners of a card, if they fit; else `MIN_CORNER_DISTANCE` of layout/lanes.ts. */
export const CORNER_DISTANCE = 16
/** Maximum px by which an end moves to make its edge straight. A smaller offset of the ends looks like a mistake. */
export const NEARLY_STRAIGHT = 24
/** Dimensions of self loops; `step` is the distance of their ends, if they fit, and of their lines; from the index `most` on, lines have none. */
export const selfLoop = { step: 24, margin: 12, most: 12 } as const

// Choosing a route: what its faults cost.

/** Costs of a route's bends and faults. */
export const costs = {
  /** Per corner of an orthogonal line, and per curve. */
  bend: 30,
  /** Of sides that do not face the other card. Readers do not expect them, so the gain must be clear. */
  side: 120,
  /** Per px behind a card. */
  hidden: 10,
  /** Per px on the line of an edge that shares neither card, or both: readers would see one edge. */
  overlap: 2,
  /** Per crossing with another edge. */
  crossing: 600,
  /** Of a detour with corners for an edge that should be a curve, and of each corner of a straight line. */
  corners: 100,
} as const
/** Px around a card within which a line seems to touch it. */
export const TOUCHING = 5
/** Px of a line between two cards, below which its arrowhead can hardly be seen. */
export const MIN_LENGTH = 12
/** Px between the points at which a curve is looked for behind cards. */
export const HIDDEN_STEP = 16
/** Maximum number of these points on a segment: those of one of over 30,000 px are farther apart. */
export const MAX_HIDDEN_POINTS = 2_000
/** Px between two horizontal or vertical parts of lines, or between their ends, below which they look like one. */
export const OVERLAP_DISTANCE = 7
/** Minimum length of a part that can overlap. Shorter parts, as at corners, are ignored. */
export const OVERLAP_LENGTH = 12
/** Number of chords of a curve whose overlaps are measured. */
export const OVERLAP_CHORDS = 8
/** Maximum number of chords of a curve whose crossings are counted. */
export const MAX_CROSSING_CHORDS = 6
/** Px of such a curve for each chord: a rounded corner needs few. */
export const CROSSING_CHORD = 16
/** Minimum px between a card and the other end of a line from its side, outwards, so that the line leaves the card straight. */
export const STRAIGHT_EXIT = 40

// Detours: orthogonal routes around cards.

/** Px between a detour and the cards that it passes. */
export const CLEARANCE = 14
/** Px around two cards within which a detour between them stays. */
export const DETOUR_REACH = 170
/** Maximum number of cards within reach of a detour. The time of a search grows with the square of their number. */
export const MAX_DETOUR_CARDS = 60
/** Px within which two lines of a grid become one. Fewer nodes make a search faster; in return, paths come nearer to obstacles by this. */
export const GRID_MERGE = 4
/** Corner radius of a detour of a `bezier` line, if there is space. */
export const DETOUR_RADIUS = 32

// Passages: routes through the layers of a drawing. Along the flow, unless told otherwise.

/** Px across the flow between the end of a hop and the start of another below which they look like one line. */
export const HOP_DISTANCE = 6
/** Minimum px of a step to the side that looks meant, also when nudging. */
export const MIN_STEP = 13
/** Cost of two hops that overlap, in crossings. */
export const HOP_OVERLAP_COST = 20
/** Px at both ends of a gap without bends of orthogonal lines, so that lines are straight at arrowheads. */
export const GAP_STRAIGHT = 18
/** Px at both ends of a gap in which curves are straight. */
export const CURVE_STRAIGHT = 8
/** Distance of a curve's control points from its ends, as a share of its width. Below one half, curves cross at wider angles. */
export const CURVE_REACH = 0.4
/** Px between the parallel curves of two cards in a gap, so that steep curves stay apart. */
export const CURVE_DISTANCE = 8
/** Maximum share of a gap's width for the distances of the parallel curves of two cards. */
export const MAX_CURVE_SHARE = 0.5
/** Px beyond the layers in which the curve of a U-turn is straight, so that its arrowhead is aligned. */
export const TURN_STRAIGHT = 14
/** Corner radius of the curves of U-turns. It is the same for all, so that nested curves do not cross. */
export const TURN_RADIUS = 16

// Nudging: parallel segments side by side.

/** Candidate distances between parallel segments. The first one that fits is used. Nearer ones look like one line. */
export const nudgeGaps = [8, 6, 4.5] as const
/** Minimum px between a segment and the cards that it passes. The wide corners of a `curved` line come nearer to the corners of cards. */
export const nudgeCardDistances = { stepped: 7, curved: 10 } as const
/** Maximum length of a jog: a short segment between two segments in the same direction, which looks like a mistake. */
export const MAX_JOG = 24
/** Maximum number of sweeps. A moved segment may come near another one, which the next sweep moves. */
export const MAX_NUDGE_SWEEPS = 4

// Separating curves: other shapes for curves that overlap other lines.

/** Lines fewer px apart look like one line. */
export const CURVES_APART = 3.5
/** Px that two lines may share before one of them changes. Lines that cross at more than 26° share fewer. */
export const MAX_SHARED = 16
/** Px between the compared points of a line; more in a very long one. */
export const CURVE_STEP = 4
/** Minimum px between the ends of a curve that may change. */
export const MIN_CURVE_SPAN = 60
/** Factors for the distance of a control point from its end of the curve, in the order of preference. */
export const curveFactors = [1, 1.3, 0.75, 1.65, 0.45, 2.1, 0.2] as const

// Work: for the first routes of one map, and as much again for its second routes.

/**
 * Comparisons with routes and cards. Further edges have direct routes. In a dense cluster, each edge is compared with all others, and a line
 * over a million px passes ten thousand cells. Typical large maps need a tenth of this; 2,000 random edges between 2,000 cards in a grid nearly all.
 */
export const MAX_COMPARED = 30_000_000
/** Comparisons of routes and segments that count crossings. In a dense cluster, each route crosses all others. Further crossings do not count. */
export const MAX_CROSSINGS_COMPARED = 5_000_000
/** States that searches for detours visit. Further edges have none. In a picture with zones, more lines are long. */
export const MAX_SEARCHED = { usual: 40_000, withZones: 120_000 } as const
/** Number of grid nodes that take as long to create as a state takes to visit. */
export const NODES_PER_STATE = 8
/** Comparisons of parallel lines, in the gaps of all layers and again for each nudging. Further ones keep their order. */
export const MAX_PARALLEL_COMPARED = 20_000_000
/** Looked-up cells and comparisons of points of curves, and comparisons of their other shapes with cards. Where very many lines overlap, the last ones keep their shapes. */
export const MAX_CURVES_COMPARED = 6_000_000
