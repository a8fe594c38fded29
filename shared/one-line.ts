const lineBreaks = /[\t-\r\u0085\u2028\u2029]/g

/**
 * Characters that no reader sees but programs obey: controls, bidi overrides, zero-width and tag characters. Group 1 matches those that
 * are kept: joiners and variation selectors where they change the looks, in emoji and in scripts that join letters.
 */
const invisibles = (() => {
  const pictograph = String.raw`\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?`
  const scripts = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh'.split(' ')
  const joining = `[${scripts.map((it) => String.raw`\p{Script=${it}}`).join('')}]`
  const kept = [
    String.raw`(?<=${pictograph})\u200D(?=\p{Extended_Pictographic})`,
    String.raw`(?<=${joining})[\u200C\u200D](?=${joining})`,
    String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
  ]
  const dropped = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`
  return new RegExp(`(${kept.join('|')})|${dropped}`, 'gu')
})()

/** Nearly every text: letters of ASCII with single spaces between them. */
const ordinary = /^[!-~]+(?: [!-~]+)*$/

/** Reduces a text to one line of visible characters and single spaces, so that it means what it looks like; it may become empty. */
export function oneLine(text: string): string {
  if (ordinary.test(text)) return text
  return text.replace(lineBreaks, ' ').replace(invisibles, '$1').replace(/\s+/g, ' ').trim()
}
