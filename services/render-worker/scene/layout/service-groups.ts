/** Services that are drawn together. */
export interface ServiceGroup {
  caption: string
  /** Ids of its services, including those of inner groups. */
  ids: readonly string[]
  inner: readonly ServiceGroup[]
}

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
