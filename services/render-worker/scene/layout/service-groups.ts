import { boundingBox, type Rect } from '../geometry/rect.ts'

/** Services that are drawn together. */
export interface ServiceGroup {
  caption: string
  /** Ids of its services, including those of inner groups. */
  ids: readonly string[]
  inner: readonly ServiceGroup[]
}

/** Px between the border of a group's area and its services and inner areas; `top` besides the caption. */
const PADDING = { side: 16, top: 18, bottom: 16 }
/** Font sizes of captions in px, by the number of groups around them. Outer ones grow in maps of more than so many `cards`, up to `most`. */
const CAPTIONS = { outer: 16, inner: 12, cards: 30, most: 64 }
/** Minimum number of services of a group. */
export const MIN_GROUP = 3
/** Maximum number of groups around a service. */
const MAX_LEVELS = 2
const SEPARATORS = ['-', '_', '/', '.']

/**
 * Groups services whose ids share a prefix that ends before a separator, or is the whole id of one of them. Each group has the longest
 * prefix that its ids share, and a prefix of all ids makes no group.
 */
export function groupsByPrefix(ids: readonly string[], start = sharedEnd(ids, 0), levels = MAX_LEVELS): ServiceGroup[] {
  if (levels === 0) return []
  const parts = Map.groupBy(ids, (it) => it.slice(0, endOfPart(it, start)))
  const groups = [...parts.values()].filter((it) => it.length >= MIN_GROUP)
  return groups.map((own) => {
    const end = sharedEnd(own, start)
    return { caption: own[0]!.slice(start, end - 1), ids: own, inner: groupsByPrefix(own, end, levels - 1) }
  })
}

/** Font size of a group's caption in px. On a slide, a larger map is smaller, so its outer groups have larger captions. */
export function captionSize(cards: number, level: number): number {
  if (level > 0) return CAPTIONS.inner
  const scale = Math.max(1, Math.sqrt(cards / CAPTIONS.cards))
  return Math.min(CAPTIONS.most, Math.round(CAPTIONS.outer * scale))
}

/** The area of a group. @param contents rectangles of its services, and areas of its inner groups @param caption font size of its caption */
export function areaAround(contents: readonly Rect[], caption: number): Rect {
  const { x, y, width, height } = boundingBox(contents)
  const { side, top, bottom } = PADDING
  const above = top + caption
  return { x: x - side, y: y - above, width: width + 2 * side, height: above + height + bottom }
}

/** Index after the last separator up to which all ids are equal part by part, or `start`. */
function sharedEnd(ids: readonly string[], start: number): number {
  const [first = ''] = ids
  let shared = start
  for (;;) {
    const end = endOfPart(first, shared)
    const isShared = ids.every((it) => endOfPart(it, shared) === end && it.startsWith(first.slice(0, end)))
    if (!isShared || shared > first.length) return shared
    shared = end + 1
  }
}

/** Index of the separator after the part of an id that begins at `start`, or the length of the id. A part is not empty. */
function endOfPart(id: string, start: number): number {
  for (let at = start + 1; at < id.length; at++) if (SEPARATORS.includes(id[at]!)) return at
  return id.length
}
