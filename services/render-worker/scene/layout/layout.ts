import { withAttached } from './attached.ts'
import { areBlocks, inBlocks } from './blocks.ts'
import { type Box, type Layout, type Link, pairKey } from './box.ts'
import { keepPinned } from './keep-pinned.ts'
import { drawnLines, keptLines, type Lines } from './pinned-lines.ts'
import { shortenGaps } from './shorten-gaps.ts'
import { layered } from './layered.ts'
import { makeRoom } from './make-room.ts'
import type { CornerTexts } from './overhang.ts'
import { placeUnpositioned } from './place-unpositioned.ts'
import type { ServiceGroup } from './service-groups.ts'
import { slideWith } from './slide.ts'
import { uncover } from './uncover.ts'

const noLines: Lines = { axis: undefined, passages: new Map() }

/**
 * Places all boxes. Positions set in the map are kept, except that gaps too large for a picture are shortened, boxes below marks move down, and
 * positions so near to each other that cards are hidden are scaled apart. Pinned positions are kept as they are, but that boxes below the
 * stubs of a view move down. If no box has a position, or half of those that the map sets are the same and none is pinned, the boxes are
 * laid out in layers along the links.
 * Boxes placed here overlap no other box.
 *
 * @param corners sizes of the texts above and below the boxes
 * @param groups groups whose boxes are placed together, if the boxes are laid out in layers or blocks
 * @param lines pinned passages, for boxes that are pinned
 */
export async function layOut(
  boxes: readonly Box[],
  links: readonly Link[],
  corners: CornerTexts,
  groups: readonly ServiceGroup[] = [],
  lines: Lines = noLines,
): Promise<Layout> {
  const kept = uncover(makeRoom(shortenGaps(boxes)))
  const areUsable = 2 * countPlaced(kept) > countPlaced(boxes)
  if (boxes.some((it) => it.pin)) {
    const own = areUsable ? kept : boxes.map((it) => ({ ...it, at: undefined }))
    const pinned = keepPinned(own)
    return aroundPinned(pinned.some((it) => it.below) ? makeRoom(pinned) : pinned, links, lines)
  }
  if (!areUsable) {
    const slide = slideWith(corners)
    if (areBlocks(boxes, links, groups)) return inBlocks(boxes, links, groups, slide)
    return withAttached(boxes, links, (own, axes) => layered(own, links, slide, groups, axes))
  }
  return { rects: placeUnpositioned(kept, links), ...noLines }
}

/** The layout of boxes around pinned ones, with the pinned passages between boxes that are in their places. */
function aroundPinned(boxes: readonly Box[], links: readonly Link[], lines: Lines): Layout {
  const rects = placeUnpositioned(boxes, links, drawnLines(lines, boxes, links))
  const areKept = boxes.map(({ pin }, index) => pin?.x === rects[index]!.x && pin.y === rects[index]!.y)
  const kept = new Map(boxes.flatMap(({ id }, index) => (areKept[index] ? [[id, rects[index]!]] : [])))
  const own = keptLines(lines, kept)
  const attached = new Set(
    boxes.flatMap((it) => (it.owner === undefined ? [] : pairKey({ source: it.id, target: it.owner }))),
  )
  const pairs = new Set(links.filter((it) => it.source !== it.target).map(pairKey)).difference(attached)
  // Beside a few lines with passages, others would cross more than in a drawing without any.
  return { rects, ...(3 * own.passages.size >= 2 * pairs.size ? own : noLines) }
}

function countPlaced(boxes: readonly Box[]): number {
  return boxes.filter((it) => it.at).length
}
