/**
 * Letters that the fonts draw with accents of their own, characters that follow them since no letter of Unicode has both, as in x̂.
 * A CSS `unicode-range`.
 */
export const ACCENTED_LETTERS = 'U+30-39,U+41-5A,U+61-7A,U+131,U+237,U+391-3A1,U+3A3-3C9,U+410-44F'
/** These accents, as a CSS `unicode-range`. */
export const ACCENTS =
  'U+300-30C,U+310-312,U+315,U+31A,U+323,U+326-327,U+32C-333,U+338,U+33A,U+33F,U+346,U+34D,U+20D0-20DF,U+20E1,U+20E4-20F0'

/** Maximum number of accents of a letter, beyond those that it has in Unicode. Hundreds would cover the whole picture. */
const MAX_ACCENTS = 2

/** Matches a letter and its accents, but for the enclosing mark of emoji. Other scripts have marks of their own. */
const accented =
  /(.)((?:[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20e2]|[\u20e4-\u20f0]|[\ufe20-\ufe2f])+)/gu
const letters = matching(ACCENTED_LETTERS)
const accents = matching(ACCENTS)
/** Accents below a letter. The font draws no further accent beside them. */
const below = /[\u0316-\u0333\u034d]/
/** Matches further letters with the accents that their own fonts have. */
const further =
  /^(?:\p{Script=Latin}[\u0304\u0308]|[ạẹịọụỵ][\u0300\u0301\u0303\u0309]|\p{Script=Cyrillic}\u0301|\p{Script=Hebrew}[\u0307\u0308]|\p{Script=Thai}[\u0303\u0331])$/iu

/** Leaves accents out that no font of ours has for their letters: a letter without its accent is easier to read than a box. */
export function withDrawnAccents(text: string): string {
  return text.replace(accented, (_, letter: string, marks: string) => {
    const [base = '', ...own] = letter.normalize('NFD')
    const takesAny = letters.test(base) && own.every((it) => accents.test(it) && !below.test(it))
    const drawn = [...marks].filter((it) => (takesAny && accents.test(it)) || further.test(letter + it))
    return letter + drawn.slice(0, drawn.some((it) => below.test(it)) ? 1 : MAX_ACCENTS).join('')
  })
}

/** Converts a CSS `unicode-range` to an expression that matches one of its characters. */
function matching(range: string): RegExp {
  const characters = range.replaceAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?,?/g, (_, from: string, to: string = from) => {
    return `\\u{${from}}-\\u{${to}}`
  })
  return new RegExp(`^[${characters}]$`, 'u')
}
