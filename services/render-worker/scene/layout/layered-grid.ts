import type { Rect } from '../geometry/rect.ts'
import type { Box, Link } from './box.ts'

/** Px between columns, and between the boxes of a column. */
const GAP = { x: 90, y: 36 }
/** Target aspect ratio: width divided by height. */
const RATIO = 1.6
const SWEEPS = 2

/** Lays out boxes in columns along the links, in linear time, for maps that are too large for `dot`. */
export function layeredGrid(boxes: readonly Box[], links: readonly Link[]): Rect[] {
  const layers = orderByBarycentre(layersOf(boxes, links), links)
  const area = boxes.reduce((sum, it) => sum + (it.width + GAP.x) * (it.height + GAP.y), 0)
  const columnHeight = Math.sqrt(area / RATIO)
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

/** Assigns layers by breadth-first search: a box is one layer after its first predecessor. */
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

/** Orders each layer by the mean positions of the predecessors of its boxes (barycentre heuristic). */
function orderByBarycentre(layers: readonly Box[][], links: readonly Link[]): Box[][] {
  const incoming = Map.groupBy(links, (it) => it.target)
  const positions = new Map<string, number>()
  let ordered = layers.map((it) => [...it])
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    ordered = ordered.map((layer) => {
      const means = new Map(layer.map((it, index) => [it.id, barycentre(incoming.get(it.id) ?? [], positions, index)]))
      const sorted = layer.toSorted((a, b) => means.get(a.id)! - means.get(b.id)!)
      for (const [index, box] of sorted.entries()) positions.set(box.id, index)
      return sorted
    })
  }
  return ordered
}

function barycentre(links: readonly Link[], positions: ReadonlyMap<string, number>, otherwise: number): number {
  const known = links.flatMap((it) => positions.get(it.source) ?? [])
  return known.length === 0 ? otherwise : known.reduce((sum, it) => sum + it, 0) / known.length
}
