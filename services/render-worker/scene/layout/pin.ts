import type { Point, Size } from '../geometry/rect.ts'
import { type Lines, renameEnds } from './pinned-lines.ts'

/** A pinned layout. */
export interface Pin {
  /** Top left corners and least sizes of cards, by id. */
  places: ReadonlyMap<string, Point & Partial<Size>>
  /** Passages between these cards. */
  lines?: Lines | undefined
}

/** Gives cards of a pinned layout other ids. @param newIds by the ids that they have */
export function renamePin({ places, lines }: Pin, newIds: ReadonlyMap<string, string>): Pin {
  return {
    places: new Map([...places].map(([id, place]) => [newIds.get(id) ?? id, place])),
    lines: lines && renameEnds(lines, newIds),
  }
}
