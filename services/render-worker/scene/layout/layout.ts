import type { Box, Layout, Link } from './box.ts'
import { shortenGaps } from './shorten-gaps.ts'
import { layered } from './layered.ts'
import type { CornerTexts } from './overhang.ts'
import { placeUnpositioned } from './place-unpositioned.ts'
import { slideWith } from './slide.ts'

/**
 * Places all boxes. Positions set in the map are kept, except that gaps too large for a picture are shortened.
 * If none is set, or all are equal, the boxes are laid out in layers along the links.
 * Boxes placed here overlap no other box.
 *
 * @param corners sizes of the texts above and below the boxes
 */
export async function layOut(boxes: readonly Box[], links: readonly Link[], corners: CornerTexts): Promise<Layout> {
  const places = boxes.flatMap((it) => it.at ?? [])
  const [first] = places
  const isPlaced =
    first !== undefined && (places.length === 1 || places.some((it) => it.x !== first.x || it.y !== first.y))
  if (!isPlaced) return layered(boxes, links, slideWith(corners))
  const kept = shortenGaps(boxes)
  return { rects: placeUnpositioned(kept, links), axis: undefined, passages: new Map() }
}
