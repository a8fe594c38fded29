/** The font faces of a picture. Missing characters come from our fallback fonts, never from the machine. */
export const fontFaces = ['sans', 'sketch', 'mono'] as const
/** A font face of a picture. */
export type FontFace = (typeof fontFaces)[number]

/** A font: `size` in canvas px, `weight` as in CSS. */
export interface Font {
  face: FontFace
  size: number
  weight: number
}

/** A text in one font, which is measured and drawn as one line. */
export interface TextRun {
  text: string
  font: Font
}

/** The size in px at which Chromium draws a font: rounded down to 1/64 px. */
export function drawnFontSize(size: number): number {
  return Math.floor(size * 64) / 64
}
