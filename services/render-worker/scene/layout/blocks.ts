import { boundingBox, inflate, type Rect } from '../geometry/rect.ts'
import type { Box, Layout, Link } from './box.ts'
import { isForDot, layered, uniqueLinks } from './layered.ts'
import { type IndexedLink, placeInRows } from './rows.ts'
import { areaAround, captionSize, type ServiceGroup } from './service-groups.ts'
import type { Slide } from './slide.ts'

/** Minimum number of boxes of a drawing in blocks. Of fewer, a drawing in common layers has fewer crossings, and texts as large. */
const MIN_BOXES = 30
/** Px around a block that stay free, so that lines can pass it. */
const PASSAGE = 18
/** Aspect ratio of a block that costs least: width divided by height. */
const RATIO = 1.6

/** Rates drawings of blocks: small ones of about the ratio of a slide, which need not fill one. */
const compact: Slide = {
  cost(contents) {
    const { width, height } = boundingBox(contents)
    return Math.max(width, RATIO * height)
  },
  fitting: boundingBox,
}

/** A group with the places of its boxes. */
interface Block {
  members: readonly Box[]
  rects: readonly Rect[]
  /** Its area, with the free space around it. */
  area: Rect
}

/** Whether a drawing has enough boxes for blocks, and at least half of the pairs of linked boxes with a box of a group are within one. */
export function areBlocks(boxes: readonly Box[], links: readonly Link[], groups: readonly ServiceGroup[]): boolean {
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group])))
  const grouped = uniqueLinks(boxes, links).filter((it) => groupOf.has(it.source) || groupOf.has(it.target))
  const within = grouped.filter((it) => groupOf.get(it.source) === groupOf.get(it.target))
  const haveMost = within.length > 0 && 2 * within.length >= grouped.length
  // Each block is laid out by itself, and `dot` takes as long for all of them as for one graph.
  return haveMost && boxes.length >= MIN_BOXES && isForDot(boxes, within)
}

/** Lays out each group by itself, and the boxes of no group, and places these blocks in rows. */
export async function inBlocks(
  boxes: readonly Box[],
  links: readonly Link[],
  groups: readonly ServiceGroup[],
  slide: Slide,
): Promise<Layout> {
  const grouped = new Set(groups.flatMap((it) => it.ids))
  const others = boxes.flatMap((it) => (grouped.has(it.id) ? [] : [it.id]))
  const rest = others.length > 0 ? [{ caption: '', ids: others, inner: [] }] : []
  const blocks: Block[] = []
  for (const it of [...groups, ...rest]) blocks.push(await blockOf(it, boxes, links))
  const places = placeInRows(
    blocks.map((it) => it.area),
    linksBetween(blocks, links),
    slide,
  )
  const placed = new Map<string, Rect>()
  for (const [index, { members, rects, area }] of blocks.entries()) {
    const { x, y } = places[index]!
    for (const [member, { id }] of members.entries()) {
      const rect = rects[member]!
      placed.set(id, { ...rect, x: rect.x - area.x + x, y: rect.y - area.y + y })
    }
  }
  return { rects: boxes.map((it) => placed.get(it.id)!), axis: 'horizontal', passages: new Map() }
}

async function blockOf(group: ServiceGroup, boxes: readonly Box[], links: readonly Link[]): Promise<Block> {
  const own = new Set(group.ids)
  const members = boxes.filter((it) => own.has(it.id))
  const within = links.filter((it) => own.has(it.source) && own.has(it.target))
  const { rects } = await layered(members, within, compact, group.inner)
  const rectOf = new Map(members.map((it, index) => [it.id, rects[index]!]))
  return { members, rects, area: inflate(areaOf(group, rectOf, boxes.length), PASSAGE) }
}

/** The area of a group around its boxes and inner groups. @param cards number of boxes of the map */
function areaOf({ ids, inner }: ServiceGroup, rectOf: ReadonlyMap<string, Rect>, cards: number, level = 0): Rect {
  const areas = inner.map((it) => areaOf(it, rectOf, cards, level + 1))
  return areaAround([...ids.map((it) => rectOf.get(it)!), ...areas], captionSize(cards, level))
}

function linksBetween(blocks: readonly Block[], links: readonly Link[]): IndexedLink[] {
  const blockOfBox = new Map(blocks.flatMap(({ members }, index) => members.map((it) => [it.id, index])))
  return links.flatMap(({ source, target }) => {
    const [from, to] = [blockOfBox.get(source)!, blockOfBox.get(target)!]
    return from === to ? [] : [{ from, to }]
  })
}
