/** The size in px that Chromium draws a font in: it rounds down to a 64th of a px. */
export function drawnFontSize(size: number): number {
  return Math.floor(size * 64) / 64
}
