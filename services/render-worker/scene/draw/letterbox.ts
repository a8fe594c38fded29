import type { Drawing, Primitive } from './display-list.ts'

/** Centres a drawing on the smallest canvas with this aspect ratio. @param aspectRatio width divided by height */
export function letterbox(drawing: Drawing, aspectRatio: number): Drawing {
  const width = Math.max(drawing.width, drawing.height * aspectRatio)
  const height = Math.max(drawing.height, drawing.width / aspectRatio)
  const move: Primitive = {
    kind: 'move',
    x: Math.round((width - drawing.width) / 2),
    y: Math.round((height - drawing.height) / 2),
  }
  // The grid is behind everything, and covers the whole canvas.
  const isGrid = (it: Primitive): boolean => it.kind === 'dots'
  const grid = drawing.items.filter(isGrid).map((it) => ({ ...it, width, height }) as Primitive)
  return { ...drawing, width, height, items: [...grid, move, ...drawing.items.filter((it) => !isGrid(it))] }
}
