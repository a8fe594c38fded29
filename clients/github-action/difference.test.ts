import { describe, expect, it } from 'vitest'
import { compare, formatAmount } from './difference.ts'
import { readDocument } from './document.ts'

/** Parses a file with these services and connections. */
function parse(services: string[], connections: string[] = []): ReturnType<typeof readDocument> {
  const list = (lines: string[]) => lines.map((it) => `- ${it}`).join('\n')
  return readDocument(`# Shop\n\n## Services\n\n${list(services)}\n\n## Dependencies\n\n${list(connections)}\n`)
}

describe('a comparison of two files', () => {
  it('matches services by label, and in order where labels repeat', () => {
    const before = parse(['**API** - Go', '**API** - Rust', '**Web**'])
    const after = parse(['**API** - Go', '**API** - Zig', '**Mail** - Postmark ($85)'])
    expect(compare(before, after)).toMatchObject({
      added: [{ label: 'Mail', tech: 'Postmark', spend: '$85' }],
      removed: [{ label: 'Web' }],
      changed: [{ before: { tech: 'Rust' }, after: { tech: 'Zig' } }],
    })
  })

  it('counts connections that come twice', () => {
    const difference = compare(parse([], ['a → b', 'a → b', 'b → c']), parse([], ['a → b', 'c → a']))
    expect(difference).toMatchObject({ connectionsAdded: ['c → a'], connectionsRemoved: ['a → b', 'b → c'] })
  })

  it('adds amounts by currency, and returns the sums that differ', () => {
    const before = parse(['**a** ($2.4k)', '**b** (CHF 800)', '**c** (€49.90)', '**d** ($0.10)', '**e** (-$300)'])
    const after = parse(['**a** ($2.4k)', '**b** (CHF 1.2k)', '**c** (€49.90)', '**d** ($0.20)', '**e** (-$300)'])
    expect(compare(before, after).costs).toEqual([
      { symbol: '$', before: 2_100.1, after: 2_100.2 },
      { symbol: 'CHF ', before: 800, after: 1_200 },
    ])
    expect(compare(before, before)).toEqual(compare(parse([]), parse([])))
  })

  it('reads no service in another section, and no amount in a technology', () => {
    const services = ['- **a** - v2 (beta)', '- **b** - Redis \\(\\$5)', '- **c** - Redis \\(\\$5) ($7)']
    const file = readDocument(`# A\n\n## Services\n\n${services.join('\n')}\n\n## Costs\n\n- **d** ($1)\n`)
    expect(file.services).toEqual([
      { label: 'a', tech: 'v2 (beta)', spend: '' },
      { label: 'b', tech: 'Redis \\(\\$5)', spend: '' },
      { label: 'c', tech: 'Redis \\(\\$5)', spend: '$7' },
    ])
  })
})

it.each([
  ['$', 0, '$0'],
  ['€', 49.9, '€49.90'],
  ['$', 999.999, '$1k'],
  ['$', 1e15, '$1E15'],
  ['CHF ', -1_250, '-CHF 1.3k'],
  ['¥', 128_000, '¥128k'],
  ['$', 100_000, '$100k'],
])('an amount of %s%d is written %s', (symbol, amount, text) => {
  expect(formatAmount(symbol, amount)).toBe(text)
})
