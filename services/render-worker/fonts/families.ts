import type { FontFace, TextRun } from '../scene/text/font.ts'

/** The fallback family of the emoji. It is several megabytes, and has digits too. */
export const EMOJI_FAMILY = 'maps-emoji'

/** The family of letters with accents of their own: see `ACCENTS`. A letter and its accents come from one font, or else the accents are boxes. */
export const ACCENT_FAMILY = 'maps-accents'

/** Families for characters that a face lacks, by preference. */
const fallbacks = [
  ACCENT_FAMILY,
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

/** Matches texts with accents of their own. Only these use the family of accents, which has all letters, too. */
export const accentText = /[\u0300-\u036f\u20d0-\u20e2\u20e4-\u20f0]/

/** The families of each face, by preference: its own, then the fallbacks. */
const familiesByFace = {
  sans: listsOf('maps-sans'),
  sketch: listsOf('maps-sketch', 'maps-sans'),
  mono: listsOf('maps-mono', 'maps-sans'),
} as const satisfies Record<FontFace, unknown>

/** The families of texts without accents and emoji, with accents, with emoji, and with both. */
type FamilyLists = readonly [plain: FontFamily[], accents: FontFamily[], emoji: FontFamily[], both: FontFamily[]]

function listsOf(...own: FontFamily[]): FamilyLists {
  const without = (...left: FontFamily[]): FontFamily[] => [...own, ...fallbacks].filter((it) => !left.includes(it))
  return [without(ACCENT_FAMILY, EMOJI_FAMILY), without(EMOJI_FAMILY), without(ACCENT_FAMILY), without()]
}

/** The font families of a text, by preference. Texts with the same families share one list. */
export function familiesOf({ text, font: { face } }: TextRun): readonly FontFamily[] {
  const [plain, accents, emoji, both] = familiesByFace[face]
  if (accentText.test(text)) return emojiText.test(text) ? both : accents
  return emojiText.test(text) ? emoji : plain
}

/** The CSS `font` of a text in a page that has all our families. @param size in px; default: that of the text */
export function cssFont(run: TextRun, size = run.font.size): string {
  return `${run.font.weight} ${size}px ${familiesOf(run).join(', ')}`
}
