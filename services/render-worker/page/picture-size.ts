/** The size of a picture in pixels, of a drawing with `scale` picture pixels per canvas px. Each side has at least one pixel. */
export function pictureSize(
  drawing: { width: number; height: number },
  scale: number,
): { width: number; height: number } {
  const pixels = (side: number): number => Math.max(1, Math.round(side * scale))
  return { width: pixels(drawing.width), height: pixels(drawing.height) }
}
