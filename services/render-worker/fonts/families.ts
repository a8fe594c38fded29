import type { FontFace, TextRun } from '../scene/text/font.ts'

/** The fallback family of the emoji. It is several megabytes, and has digits too. */
export const EMOJI_FAMILY = 'maps-emoji'

/** Families for characters that a face lacks, by preference. */
const fallbacks = [
  'maps-arabic',
  'maps-hebrew',
  'maps-thai',
  'maps-devanagari',
  'maps-sc',
  'maps-kr',
  EMOJI_FAMILY,
  'maps-symbols',
  'maps-math',
] as const

/** A font family of ours. */
export type FontFamily = 'maps-sans' | 'maps-sketch' | 'maps-mono' | (typeof fallbacks)[number]

/**
 * Matches texts with emoji. Only these use the emoji family: otherwise a picture would depend on whether an earlier one had loaded it.
 * The signs at the end have no glyph in any other family.
 */
const emojiText = /[\p{Emoji_Presentation}\u{fe0f}\u{20e3}☦☸♾⚒⚗⚛⚧⚰⚱⛴⛷⛸⛹〽🅾🅿🈂🕉]/u

/** The families of each face, by preference: its own, then the fallbacks. */
const familiesByFace = {
  sans: listsOf('maps-sans'),
  sketch: listsOf('maps-sketch', 'maps-sans'),
  mono: listsOf('maps-mono', 'maps-sans'),
} as const satisfies Record<FontFace, unknown>

function listsOf(...own: FontFamily[]): Record<'withEmoji' | 'plain', readonly FontFamily[]> {
  const withEmoji = [...own, ...fallbacks]
  return { withEmoji, plain: withEmoji.filter((it) => it !== EMOJI_FAMILY) }
}

/** The font families of a text, by preference. Texts with the same families share one list. */
export function familiesOf({ text, font: { face } }: TextRun): readonly FontFamily[] {
  return familiesByFace[face][emojiText.test(text) ? 'withEmoji' : 'plain']
}

/** The CSS `font` of a text in a page that has all our families. @param size in px; default: that of the text */
export function cssFont(run: TextRun, size = run.font.size): string {
  return `${run.font.weight} ${size}px ${familiesOf(run).join(', ')}`
}

/** Generic families, for programs that ignore embedded fonts and for characters without one. */
const generic = { sans: 'sans-serif', sketch: 'sans-serif', mono: 'monospace' } as const satisfies Record<
  FontFace,
  string
>

/** The CSS `font-family` of a text: its embedded families, then a generic one. */
export function cssFamilies(run: TextRun, embedded: ReadonlySet<string>): string {
  return [...familiesOf(run).filter((it) => embedded.has(it)), generic[run.font.face]].join()
}
