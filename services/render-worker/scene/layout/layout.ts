import type { Point, Rect } from '../draw/display-list.ts'
import type { Axis } from '../route/edge-path.ts'
import { shortenGaps } from './gaps.ts'
import { layered } from './layered.ts'
import { placeMissing } from './place-missing.ts'

/** A card that needs a place; `at` is where the map's author put its top left corner. */
export interface Box {
  id: string
  width: number
  height: number
  at: Point | undefined
}

/** From one box to another, by id. */
export interface Link {
  source: string
  target: string
  /** What its text takes up. */
  label: Room
}

/** Width and height in px. */
export interface Room {
  width: number
  height: number
}

export interface Layout {
  /** In the order of the boxes. */
  rects: Rect[]
  /** The direction of flow, where it was ours to choose. */
  axis: Axis | undefined
}

/**
 * Finds a place for every box. Places that are set are kept as they are, but for empty stretches that no picture could hold.
 * Where none is set, or all are one and the same (which says nothing), the boxes are laid out in layers along the links.
 * Boxes that were placed here overlap no other.
 */
export async function layOut(boxes: readonly Box[], links: readonly Link[]): Promise<Layout> {
  const places = boxes.flatMap((it) => it.at ?? [])
  const [first] = places
  const isTold =
    first !== undefined && (places.length === 1 || places.some((it) => it.x !== first.x || it.y !== first.y))
  if (!isTold) return layered(boxes, links)
  const kept = shortenGaps(boxes)
  return { rects: placeMissing(kept, links), axis: undefined }
}
