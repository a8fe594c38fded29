import { describe, expect, it } from 'vitest'
import { abbreviateMoney, type Currency, formatMoney } from './money.ts'

describe('abbreviateMoney', () => {
  it.each<[number, Currency, string]>([
    [2400, 'USD', '$2.4k'],
    [12000, 'USD', '$12k'],
    [1250000, 'USD', '$1250k'],
    [12345, 'USD', '$12.3k'],
    [1000, 'USD', '$1k'],
    [999.99, 'USD', '$999.99'],
    [999.999, 'USD', '$1k'],
    [800, 'USD', '$800'],
    [49.9, 'USD', '$49.90'],
    [0, 'USD', '$0'],
    [-0, 'USD', '$0'],
    [0.001, 'USD', '$0'],
    [-2400, 'USD', '-$2.4k'],
    [-12.5, 'USD', '-$12.50'],
    [1200, 'EUR', '€1.2k'],
    [1200, 'GBP', '£1.2k'],
    [120000, 'JPY', '¥120k'],
    [999.6, 'JPY', '¥1k'],
    [1200, 'CNY', 'CN¥1.2k'],
    [1200, 'CAD', 'CA$1.2k'],
    [1200, 'AUD', 'A$1.2k'],
    [1200, 'CHF', 'CHF 1.2k'],
    [-1200, 'CHF', '-CHF 1.2k'],
    [1200, 'INR', '₹1.2k'],
    [1200, 'SGD', 'SGD 1.2k'],
    [1e21, 'USD', '$1E21'],
    [Number.MAX_VALUE, 'EUR', '€1.8E308'],
    [Infinity, 'EUR', 'more than €1E308'],
  ])('of %d %s is %s', (amount, currency, text) => {
    expect(abbreviateMoney(amount, currency)).toBe(text)
  })
})

describe('formatMoney', () => {
  it.each<[number, Currency, string]>([
    [15250, 'USD', '$15,250'],
    [49.9, 'EUR', '€49.90'],
    [1234.567, 'CHF', 'CHF 1,234.57'],
    [120000, 'JPY', '¥120,000'],
    [-800, 'GBP', '-£800'],
    [1e15, 'INR', '₹1E15'],
    [Infinity, 'USD', 'more than $1E308'],
    [-Infinity, 'CHF', 'less than -CHF 1E308'],
  ])('of %d %s is %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text)
  })
})
