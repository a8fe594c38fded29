import { oneLine, serviceName, truncate } from './text.ts'
import { describe, expect, it } from 'vitest'

describe('oneLine', () => {
  it.each([
    ['line breaks of every kind', 'a\nb\r\nc\u2028d\u2029e\u0085f\vg', 'a b c d e f g'],
    ['runs of space', '  a\t\t b\u00a0\u3000c ', 'a b c'],
    ['controls', 'a\u0001\u001b[31mb\u007f', 'a[31mb'],
    ['bidi overrides and isolates', 'a\u202eb\u2066c\u200f', 'abc'],
    ['zero-width characters', 'a\u200bb\u2060c\ufeffd\u00ade', 'abcde'],
    ['tag characters that spell hidden text', 'a\u{e0069}\u{e0067}b', 'ab'],
    ['variation selectors that hide bytes', 'a\ufe0f\u{e0101}\u{e0102}b', 'ab'],
    ['half a surrogate pair', 'a\ud83db', 'ab'],
    ['joiners between Latin letters', 'a\u200cb\u200dc', 'abc'],
    ['text of nothing visible', '\u200b \n\u3164', ''],
    ['letters without ink', '\u2800\u3164\u00a0\u{1d159}', ''],
    ['a flag that spells something else', '🏴\u{e0069}\u{e0067}\u{e007f}', '🏴'],
    ['the tags of a flag beside another emoji', '🚀\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🚀'],
  ])('drops %s', (_, text, shown) => {
    expect(oneLine(text)).toBe(shown)
  })

  it.each([
    ['emoji', '👩‍💻 👨🏽‍🚀 ❤️‍🔥 1️⃣ 🗺️'],
    ['Persian', 'می‌خواهم'],
    ['Hindi', 'क्‍ष'],
    ['right-to-left text without overrides', 'שלום מפה'],
    ['accents', 'Übersetzung é x\u0302'],
    ['England, Scotland and Wales', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ])('keeps what %s need', (_, text) => {
    expect(oneLine(text)).toBe(text)
  })

  it.each(['Žluťoučký kůň', 'Dịch vụ', '데이터', 'データ', 'Ελλάδα'])('composes the letters of %s', (text) => {
    expect(text.normalize('NFD')).not.toBe(text)
    expect(oneLine(text.normalize('NFD'))).toBe(text)
  })

  it('composes letters that an invisible character kept apart', () => {
    expect(oneLine('u\u200b\u0308')).toBe('ü')
  })

  it('keeps 30 combining marks of a run, since composing takes the square of their number', () => {
    expect(oneLine(`u${'\u0316\u0308'.repeat(20)}b`)).toBe(`ü${'\u0316'.repeat(15)}${'\u0308'.repeat(14)}b`)
  })
})

it.each([
  [{ id: 'db', label: 'Orders' }, 'Orders'],
  [{ id: 'db', label: '' }, 'db'],
  [{ id: 'db', label: '\u2800\u3164\u00a0' }, 'db'],
  [{ id: 'db' }, 'db'],
  [{ id: '\u200b', label: ' ' }, 'unnamed'],
])('names the service %j %s', (node, name) => {
  expect(serviceName(node)).toBe(name)
})

it('keeps a text with few enough characters, and ends a longer one in an ellipsis', () => {
  expect(truncate('abcd', 4)).toBe('abcd')
  expect(truncate('abcde', 4)).toBe('abc…')
  expect(truncate('🚀🚀🚀🚀', 4)).toBe('🚀🚀🚀🚀')
  expect(truncate('🚀🚀🚀🚀🚀', 4)).toBe('🚀🚀🚀…')
  expect(truncate('abcde', Infinity)).toBe('abcde')
})
