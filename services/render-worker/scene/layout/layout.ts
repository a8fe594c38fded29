import type { Rect } from '../geometry/rect.ts'
import type { Box, Layout, Link } from './box.ts'
import { keepPinned } from './keep-pinned.ts'
import { shortenGaps } from './shorten-gaps.ts'
import { layered } from './layered.ts'
import type { CornerTexts } from './overhang.ts'
import { placeUnpositioned } from './place-unpositioned.ts'
import type { ServiceGroup } from './service-groups.ts'
import { slideWith } from './slide.ts'
import { uncover } from './uncover.ts'

/**
 * Places all boxes. Positions set in the map are kept, except that gaps too large for a picture are shortened, and positions so near to each
 * other that cards are hidden are scaled apart. Pinned positions are kept as they are. If no box has a position, or half of those that the map
 * sets are the same and none is pinned, the boxes are laid out in layers along the links.
 * Boxes placed here overlap no other box.
 *
 * @param corners sizes of the texts above and below the boxes
 * @param groups groups whose boxes are placed together, if the boxes are laid out in layers
 */
export async function layOut(
  boxes: readonly Box[],
  links: readonly Link[],
  corners: CornerTexts,
  groups: readonly ServiceGroup[] = [],
): Promise<Layout> {
  const kept = uncover(shortenGaps(boxes))
  const areUsable = 2 * countPlaced(kept) > countPlaced(boxes)
  if (boxes.some((it) => it.pin)) {
    const own = areUsable ? kept : boxes.map((it) => ({ ...it, at: undefined }))
    return around(placeUnpositioned(keepPinned(own), links))
  }
  if (!areUsable) return layered(boxes, links, slideWith(corners), groups)
  return around(placeUnpositioned(kept, links))
}

/** The layout of boxes that are placed around given positions. */
function around(rects: Rect[]): Layout {
  return { rects, axis: undefined, passages: new Map() }
}

function countPlaced(boxes: readonly Box[]): number {
  return boxes.filter((it) => it.at).length
}
