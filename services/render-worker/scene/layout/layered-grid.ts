import type { Rect } from '../draw/display-list.ts'
import type { Box, Link } from './box.ts'

const GAP = { x: 90, y: 36 }
const SLIDE = 1.6
const SWEEPS = 2

/** Columns along the links, in time linear in boxes and links: for maps too large for anything better. */
export function layeredGrid(boxes: readonly Box[], links: readonly Link[]): Rect[] {
  const layers = orderWithin(layersOf(boxes, links), links)
  const area = boxes.reduce((sum, it) => sum + (it.width + GAP.x) * (it.height + GAP.y), 0)
  const columnHeight = Math.sqrt(area / SLIDE)
  const rects = new Map<string, Rect>()
  let x = 0
  for (const layer of layers) {
    let y = 0
    let columnWidth = 0
    for (const { id, width, height } of layer) {
      if (y > 0 && y + height > columnHeight) {
        x += columnWidth + GAP.x
        y = 0
        columnWidth = 0
      }
      rects.set(id, { x, y, width, height })
      y += height + GAP.y
      columnWidth = Math.max(columnWidth, width)
    }
    x += columnWidth + GAP.x
  }
  return boxes.map(({ id, width, height }) => rects.get(id) ?? { x: 0, y: 0, width, height })
}

/** One step further than the first box that leads there, breadth first; a cycle has no say. */
function layersOf(boxes: readonly Box[], links: readonly Link[]): Box[][] {
  const outgoing = Map.groupBy(links, (it) => it.source)
  const hasSource = new Set(links.map((it) => it.target))
  const layers: Box[][] = []
  const byId = new Map(boxes.map((it) => [it.id, it]))
  const visit = (starts: readonly Box[]): void => {
    let layer = starts.filter((it) => byId.delete(it.id))
    for (let depth = 0; layer.length > 0; depth++) {
      ;(layers[depth] ??= []).push(...layer)
      const next = layer.flatMap((it) => outgoing.get(it.id) ?? [])
      layer = next.flatMap(({ target }) => {
        const box = byId.get(target)
        byId.delete(target)
        return box ?? []
      })
    }
  }
  visit(boxes.filter((it) => !hasSource.has(it.id)))
  for (const box of boxes) if (byId.has(box.id)) visit([box])
  return layers
}

/** Moves each box near the average of what leads to it, layer by layer. */
function orderWithin(layers: readonly Box[][], links: readonly Link[]): Box[][] {
  const incoming = Map.groupBy(links, (it) => it.target)
  const rank = new Map<string, number>()
  let ordered = layers.map((it) => [...it])
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    ordered = ordered.map((layer) => {
      const wish = new Map(layer.map((it, index) => [it.id, averageRank(incoming.get(it.id) ?? [], rank, index)]))
      const sorted = layer.toSorted((a, b) => (wish.get(a.id) ?? 0) - (wish.get(b.id) ?? 0))
      for (const [index, it] of sorted.entries()) rank.set(it.id, index)
      return sorted
    })
  }
  return ordered
}

function averageRank(links: readonly Link[], rank: ReadonlyMap<string, number>, otherwise: number): number {
  const known = links.flatMap((it) => rank.get(it.source) ?? [])
  return known.length === 0 ? otherwise : known.reduce((sum, it) => sum + it, 0) / known.length
}
