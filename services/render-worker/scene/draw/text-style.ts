import type { Font } from './display-list.ts'

/** The font of everything but names and amounts. */
export const smallFont: Font = { face: 'sans', size: 12, weight: 400 }

/** Where a line's letters stand so that its capitals are in the middle of the line. */
export function baseline(top: number, lineHeight: number, font: Font): number {
  return top + lineHeight / 2 + font.size * 0.36
}
