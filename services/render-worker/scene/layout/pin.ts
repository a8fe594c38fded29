import type { MapNode } from '@maps/shared/map'
import type { Point, Size } from '../geometry/rect.ts'
import { type Lines, renameEnds } from './pinned-lines.ts'

/** A pinned layout. */
export interface Pin {
  /** Top left corners and least sizes of cards, by id. */
  places: ReadonlyMap<string, Point & Partial<Size>>
  /** Passages between these cards. */
  lines?: Lines | undefined
}

/** Adds the places of groups, each where the first of its services is. @param members services by the id of their group */
export function withGroups({ places, lines }: Pin, members: ReadonlyMap<string, readonly Pick<MapNode, 'id'>[]>): Pin {
  const groups = [...members].flatMap(([group, services]) => {
    const place = services.map((it) => places.get(it.id)).find((it) => it !== undefined)
    return place ? [[group, { x: place.x, y: place.y }] as const] : []
  })
  return { places: new Map([...places, ...groups]), lines }
}

/** Gives cards of a pinned layout other ids. @param newIds by the ids that they have */
export function renamePin({ places, lines }: Pin, newIds: ReadonlyMap<string, string>): Pin {
  return {
    places: new Map([...places].map(([id, place]) => [newIds.get(id) ?? id, place])),
    lines: lines && renameEnds(lines, newIds),
  }
}
