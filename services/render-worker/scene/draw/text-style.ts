import type { Font } from '../text/font.ts'

/** The font of all texts except names and amounts. */
export const smallFont: Font = { face: 'sans', size: 12, weight: 400 }

/** The baseline that centres capitals vertically in their line. */
export function baseline(top: number, lineHeight: number, font: Font): number {
  return top + lineHeight / 2 + font.size * 0.36
}

/** A font of another size. @param zoom factor of its size */
export function scaledFont(font: Font, zoom: number): Font {
  return { ...font, size: font.size * zoom }
}
