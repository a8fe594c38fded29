import { oneLine } from '@maps/shared/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextRun } from './font.ts'
import { isRightToLeft, widestPart, wrap, wrapEvenly } from './text.ts'

const font = { face: 'sans', size: 10, weight: 400 } as const

/** Every character is 10 px wide. */
function measure({ text }: TextRun): number {
  return [...new Intl.Segmenter('und').segment(text)].length * 10
}

function lines(text: string, maxWidth: number, maxLines: number): string[] {
  return wrap(text, font, maxWidth, maxLines, measure).map((it) => it.text)
}

/** A text without its spaces and hyphens. */
function withoutBreaks(text: string): string {
  return text.replaceAll(/[ -]/gu, '')
}

describe('wrap', () => {
  const family = '👨‍👩‍👧‍👦'

  it.each<[title: string, text: string, maxWidth: number, maxLines: number, expected: string[]]>([
    ['keeps a text that fits', 'Orders API', 100, 2, ['Orders API']],
    ['breaks between words', 'Orders and payments', 120, 2, ['Orders and', 'payments']],
    ['keeps punctuation with its word', 'Orders (new), payments', 120, 3, ['Orders', '(new),', 'payments']],
    ['keeps a slash with its path', 'GET /orders/{id}', 120, 2, ['GET', '/orders/{id}']],
    ['ends a text that does not fit in an ellipsis', 'one two three four five', 80, 2, ['one two', 'three f…']],
    ['shortens a long name without a space in it', 'orders/payments-api:latest', 120, 2, ['orders/', 'payments-ap…']],
    ['breaks a word that is too long for any line, with hyphens', 'abcdefghij', 40, 3, ['abc-', 'def-', 'ghij']],
    ['puts a hyphen after a part of a sentence', 'see Abwicklung, now', 80, 3, ['see Abw-', 'icklung,', 'now']],
    ['shortens a broken word without its hyphens', 'abcdefghijklmn', 40, 2, ['abc-', 'def…']],
    ['leaves three letters after a hyphen', 'Verkehrsabwicklung', 170, 2, ['Verkehrsabwickl-', 'ung']],
    ['puts no hyphen into a host', 'abcdefgh.example', 60, 4, ['abcdef', 'gh.exa', 'mple']],
    ['puts no hyphen into an id', 'orders-abcdefgh', 70, 3, ['orders-', 'abcdefg', 'h']],
    ['puts no hyphen into a name with digits', 'abcdefgh12', 60, 3, ['abcdef', 'gh12']],
    ['puts no hyphen into a name with capitals', 'abcDefghijk', 60, 3, ['abcDef', 'ghijk']],
    ['puts no hyphen into Japanese', 'モバイルアプリケーション', 60, 3, ['モバイルアプ', 'リケーション']],
    ['keeps a percent sign with its number', '10 % → 50 %', 90, 2, ['10 % →', '50 %']],
    ['keeps the sign of a currency with its number', 'about 1200 €', 110, 2, ['about', '1200 €']],
    ['keeps degrees with their number', 'up to 40 °C', 80, 2, ['up to', '40 °C']],
    ['breaks no name after a single small letter', 'gRPC', 30, 2, ['gRP', 'C']],
    ['breaks a long name before a capital', 'OrderPaymentSucceeded', 200, 2, ['OrderPayment', 'Succeeded']],
    ['breaks a long name after punctuation', 'orders.payment_succeeded', 200, 2, ['orders.payment_', 'succeeded']],
    ['never breaks a character of several code points', '👩‍💻👩‍💻👩‍💻👩‍💻', 20, 1, ['👩‍💻…']],
    ['shortens a long row of such characters', family.repeat(40), 40, 2, [family.repeat(4), `${family.repeat(3)}…`]],
  ])('%s', (_, text, maxWidth, maxLines, expected) => {
    expect(lines(text, maxWidth, maxLines)).toEqual(expected)
  })

  it('breaks Chinese without spaces', () => {
    expect(lines('数据库服务器集群主节点', 60, 2).every((it) => measure({ text: it, font }) <= 60)).toBe(true)
  })

  it('keeps to its lines and its width, and loses nothing with enough lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 2, max: 20 }), (raw, columns) => {
        const text = oneLine(raw)
        const few = wrap(text, font, columns * 10, 2, measure)
        expect(few.length).toBeLessThanOrEqual(2)
        for (const { width } of few) expect(width).toBeLessThanOrEqual(columns * 10)
        const all = lines(text, columns * 10, Infinity).join('')
        expect(withoutBreaks(all)).toBe(withoutBreaks(text))
      }),
    )
  })
})

describe('wrapEvenly', () => {
  const even = (text: string, maxWidth: number): string[] =>
    wrapEvenly(text, font, maxWidth, measure).map((it) => it.text)

  it('leaves no short last line', () => {
    expect(lines('one two three four five six', 240, 2)).toEqual(['one two three four five', 'six'])
    expect(even('one two three four five six', 240)).toEqual(['one two three', 'four five six'])
  })

  it('breaks no word that fits on a line', () => {
    expect(even('of upload.wikimedia.org', 200)).toEqual(['of', 'upload.wikimedia.org'])
    expect(even('to the load-balancer pool', 210)).toEqual(['to the load-balancer', 'pool'])
  })

  it('keeps a percent sign with its number', () => {
    expect(even('10 % → 50 % → 100 %', 90)).toEqual(['10 % →', '50 % →', '100 %'])
  })

  it('keeps to its width, and loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 2, max: 20 }), (raw, columns) => {
        const text = oneLine(raw)
        const evenly = wrapEvenly(text, font, columns * 10, measure)
        for (const { width } of evenly) expect(width).toBeLessThanOrEqual(columns * 10)
        const all = evenly.map((it) => it.text).join('')
        expect(withoutBreaks(all)).toBe(withoutBreaks(text))
      }),
    )
  })
})

it('measures the parts of a text that no break should divide', () => {
  expect(['gRPC', 'mTLS', 'iOS', '100 %'].map((it) => widestPart(it, font, measure))).toEqual([40, 40, 30, 50])
  expect(widestPart('of upload.wikimedia.org', font, measure)).toBe(10 * 'wikimedia.'.length)
  expect(wrapEvenly('of upload.wikimedia.org', font, 100, measure).map((it) => it.text)).toEqual([
    'of upload.',
    'wikimedia.',
    'org',
  ])
})

describe('isRightToLeft', () => {
  it.each([
    ['שלום', true],
    ['مرحبا', true],
    ['123 שלום', true],
    ['API שלום', false],
    ['', false],
    ['123', false],
  ])('says of %j: %s', (text, expected) => {
    expect(isRightToLeft(text)).toBe(expected)
  })
})
