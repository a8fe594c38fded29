import type { Box, Layout, Link } from './box.ts'
import { shortenGaps } from './shorten-gaps.ts'
import { layered } from './layered.ts'
import type { CornerTexts } from './overhang.ts'
import { placeUnpositioned } from './place-unpositioned.ts'
import type { ServiceGroup } from './service-groups.ts'
import { slideWith } from './slide.ts'
import { uncover } from './uncover.ts'

/**
 * Places all boxes. Positions set in the map are kept, except that gaps too large for a picture are shortened, and positions so near to each
 * other that cards are hidden are scaled apart. If none is set, or half of them are the same, the boxes are laid out in layers along the links.
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
  if (2 * countPlaced(kept) <= countPlaced(boxes)) return layered(boxes, links, slideWith(corners), groups)
  return { rects: placeUnpositioned(kept, links), axis: undefined, passages: new Map() }
}

function countPlaced(boxes: readonly Box[]): number {
  return boxes.filter((it) => it.at).length
}
