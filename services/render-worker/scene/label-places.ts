import { type Connector, marksOf } from './connector.ts'
import type { Rect } from './display-list.ts'
import { pointAt, round } from './path.ts'
import { createRectIndex } from './rect-index.ts'

/** Fractions of the path, the middle first, then outwards. */
const PLACES = [0.5, 0.44, 0.56, 0.38, 0.62, 0.31, 0.69, 0.24, 0.76, 0.17, 0.83]
const GAP = 2

/**
 * Finds a place for every label: the middle of its path, or as near to it as it covers neither a card nor another label.
 * Where the whole path is taken, the place that covers least.
 */
export function placeLabels(connectors: readonly Connector[], cards: readonly Rect[]): Map<Connector, Rect> {
  const taken = createRectIndex()
  for (const card of cards) taken.add(card)
  for (const connector of connectors) for (const mark of marksOf(connector)) taken.add(mark)
  const places = new Map<Connector, Rect>()
  for (const connector of connectors) {
    if (!connector.label) continue
    const rect = bestPlace(connector, connector.label, (it) => taken.overlap(it, GAP))
    taken.add(rect)
    places.set(connector, rect)
  }
  return places
}

function bestPlace(
  { path }: Connector,
  { width, height }: Pick<Rect, 'width' | 'height'>,
  overlap: (rect: Rect) => number,
): Rect {
  let best: Rect | undefined
  let least = Infinity
  for (const fraction of PLACES) {
    const { x, y } = pointAt(path, fraction)
    const rect = { x: round(x - width / 2), y: round(y - height / 2), width, height }
    const covered = overlap(rect)
    if (covered === 0) return rect
    if (covered < least) {
      best = rect
      least = covered
    }
  }
  return best ?? { x: 0, y: 0, width, height }
}
