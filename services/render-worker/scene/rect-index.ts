import type { Point, Rect } from './display-list.ts'

export interface RectIndex {
  add(rect: Rect): void
  /** The area in px² that `rect`, grown by `gap` on every side, shares with the rectangles added so far. */
  overlap(rect: Rect, gap: number): number
  /** The rectangles that a point lies in. */
  at(point: Point): Rect[]
}

const CELL = 256
/** A rectangle over more cells than this is kept aside, so that a vast one cannot fill the memory. */
const MAX_CELLS = 64

/** Rectangles by the squares they touch, so that neighbours are found without looking at all. */
export function createRectIndex(): RectIndex {
  const cells = new Map<string, Rect[]>()
  const vast: Rect[] = []

  function* keys({ x, y, width, height }: Rect): Generator<string> {
    for (let column = Math.floor(x / CELL); column <= Math.floor((x + width) / CELL); column++) {
      for (let row = Math.floor(y / CELL); row <= Math.floor((y + height) / CELL); row++) yield `${column},${row}`
    }
  }

  function cellOf(key: string): Rect[] {
    const cell = cells.get(key) ?? []
    cells.set(key, cell)
    return cell
  }

  return {
    add(rect) {
      if (cellCount(rect) > MAX_CELLS) vast.push(rect)
      else for (const key of keys(rect)) cellOf(key).push(rect)
    },
    overlap(rect, gap) {
      const grown = { x: rect.x - gap, y: rect.y - gap, width: rect.width + 2 * gap, height: rect.height + 2 * gap }
      const near = new Set(vast)
      for (const key of keys(grown)) for (const it of cells.get(key) ?? []) near.add(it)
      let area = 0
      for (const it of near) area += shared(it, grown)
      return area
    },
    at({ x, y }) {
      const near = cells.get(`${Math.floor(x / CELL)},${Math.floor(y / CELL)}`) ?? []
      return [...near, ...vast].filter((it) => x > it.x && x < it.x + it.width && y > it.y && y < it.y + it.height)
    },
  }
}

function cellCount({ width, height }: Rect): number {
  return (width / CELL + 2) * (height / CELL + 2)
}

function shared(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}
