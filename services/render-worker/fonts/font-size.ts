/** The size in px at which Chromium draws a font: rounded down to 1/64 px. */
export function drawnFontSize(size: number): number {
  return Math.floor(size * 64) / 64
}
