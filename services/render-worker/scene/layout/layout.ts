import type { Box, Layout, Link } from './box.ts'
import { shortenGaps } from './shorten-gaps.ts'
import { layered } from './layered.ts'
import type { Corners } from './overhang.ts'
import { placeMissing } from './place-missing.ts'
import { slideWith } from './slide.ts'

/**
 * Finds a place for every box. Places that are set are kept as they are, but for empty stretches that no picture could hold.
 * Where none is set, or all are one and the same (which says nothing), the boxes are laid out in layers along the links.
 * Boxes that were placed here overlap no other.
 *
 * @param corners texts above and below the boxes
 */
export async function layOut(boxes: readonly Box[], links: readonly Link[], corners: Corners): Promise<Layout> {
  const places = boxes.flatMap((it) => it.at ?? [])
  const [first] = places
  const isPlaced =
    first !== undefined && (places.length === 1 || places.some((it) => it.x !== first.x || it.y !== first.y))
  if (!isPlaced) return layered(boxes, links, slideWith(corners))
  const kept = shortenGaps(boxes)
  return { rects: placeMissing(kept, links), axis: undefined, passages: new Map() }
}
