import type { Rect } from '../../../services/render-worker/scene/geometry/rect.ts'

/** Two cards, with edges of all kinds between all of their sides. */
export interface Pair {
  source: Rect
  target: Rect
}

const source = { x: 0, y: 0, width: 160, height: 90 }

/**
 * Pairs by the position of the second card relative to the first. Fractions are multiples of powers of two, which Chromium's
 * layout and 32-bit floats represent exactly: paths are the same on all machines.
 */
export const pairs: Record<string, Pair> = {
  'right of it': { source, target: { ...source, x: 400 } },
  'right of and below it': { source, target: { x: 330, y: 210, width: 200, height: 50 } },
  'far right of and far above it': { source, target: { ...source, x: 4000, y: -2500 } },
  'left of it, where coordinates are negative': {
    source: { ...source, x: -700, y: -300 },
    target: { ...source, x: -1250, y: -340 },
  },
  'exactly above it': { source, target: { ...source, y: -260 } },
  'below it and a little to the left': { source, target: { ...source, x: -45, y: 300 } },
  'very near on the right': { source, target: { ...source, x: 168, y: 12 } },
  'very near below': { source, target: { ...source, x: 30, y: 101 } },
  'touching on the left': { source, target: { ...source, x: -160 } },
  'over it': { source, target: { ...source, x: 60, y: 35 } },
  'in the same place': { source, target: source },
  'at fractions of a px': {
    source: { x: 0.25, y: -0.5, width: 151.5, height: 70.75 },
    target: { x: 283.125, y: 131.875, width: 178.25, height: 93.5 },
  },
}
