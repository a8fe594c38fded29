const lineBreaks = /[\t-\r\u0085\u2028\u2029]/g
/** Spaces, and letters without ink that Unicode does not count as spaces: of braille, Egyptian, Khitan and musical notation. */
const blanks = /[\u{16fe4}\s\u2800\u{13441}\u{13442}\u{1d159}]+/gu

/**
 * Matches characters that readers cannot see but programs process: controls, bidi overrides, zero-width and tag characters. Group 1 is set
 * for characters to keep: joiners and variation selectors that change the appearance of emoji and of scripts with joined letters, and the
 * tags of the three flags that are spelled with them.
 */
const invisibles = (() => {
  const pictograph = String.raw`\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?`
  const scripts = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh'.split(' ')
  const joining = `[${scripts.map((it) => String.raw`\p{Script=${it}}`).join('')}]`
  const kept = [
    String.raw`(?<=${pictograph})\u200D(?=\p{Extended_Pictographic})`,
    String.raw`(?<=${joining})[\u200C\u200D](?=${joining})`,
    String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
    `(?<=\u{1F3F4})(?:${['gbeng', 'gbsct', 'gbwls'].map(inTags).join('|')})\u{E007F}`,
  ]
  const dropped = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`
  return new RegExp(`(${kept.join('|')})|${dropped}`, 'gu')
})()

/** Matches a run of more than 30 combining marks; group 1 is its begin. The Stream-Safe Text Format of UAX #15 allows no longer one. */
const excessMarks = /(\p{M}{30})\p{M}+/gu

/** Matches nearly every text: printable ASCII with single spaces between words. */
const ordinary = /^[!-~]+(?: [!-~]+)*$/

/**
 * Reduces a text to one line of visible characters and single spaces, so that it has no hidden content. It may become empty. Letters are
 * composed (NFC), so that equal names are equal texts: macOS writes `ü` as `u` and a combining mark. Of a run of combining marks, 30 stay.
 */
export function oneLine(text: string): string {
  if (ordinary.test(text)) return text
  const visible = text.replace(lineBreaks, ' ').replace(invisibles, '$1').replace(blanks, ' ').trim()
  // ICU sorts the marks of a run by insertion: 500 of them would take a millisecond.
  return visible.replace(excessMarks, '$1').normalize('NFC')
}

/** The name of a service for readers: its label, or else its id. A text without a visible character counts as missing. */
export function serviceName({ id, label = '' }: { id: string; label?: string | undefined }): string {
  return oneLine(label) || oneLine(id) || 'unnamed'
}

/** Spells ASCII letters in tag characters. */
function inTags(letters: string): string {
  return [...letters].map((it) => String.fromCodePoint(0xe0000 + it.charCodeAt(0))).join('')
}

/** Shortens a text to at most `length` code points, with an ellipsis at its end. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}

/** Writes a count with its noun, as in "1 service" or "1,200 services". */
export function countNoun(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
