import type { Drawing, Primitive } from './display-list.ts'

/** Puts a drawing in the middle of the smallest canvas of this shape that it fits on. @param shape width by height */
export function letterbox(drawing: Drawing, shape: number): Drawing {
  const width = Math.max(drawing.width, drawing.height * shape)
  const height = Math.max(drawing.height, drawing.width / shape)
  const move: Primitive = {
    kind: 'move',
    x: Math.round((width - drawing.width) / 2),
    y: Math.round((height - drawing.height) / 2),
  }
  // The grid lies behind everything, and covers the whole canvas.
  const isGrid = (it: Primitive): boolean => it.kind === 'dots'
  const grid = drawing.items.filter(isGrid).map((it) => ({ ...it, width, height }) as Primitive)
  return { ...drawing, width, height, items: [...grid, move, ...drawing.items.filter((it) => !isGrid(it))] }
}
