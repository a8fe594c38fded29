import { expect, it } from 'vitest'
import { monthlyCosts, sumOf, totals } from './costs.ts'
import { formatMoney, roundMoney } from './money.ts'

const costsOf = (...amounts: number[]) =>
  amounts.map((amount) => ({ node: { id: 'a' }, amount, currency: 'USD' as const }))

it.each<[amounts: number[], sum: number]>([
  [[0.1, 0.2, -0.3], 0.1 + 0.2 - 0.3],
  [[1e308, 1e308], Infinity],
  [[-1e308, -1e308, 5], -Infinity],
])('adds %j to %d', (amounts, sum) => {
  expect(sumOf(costsOf(...amounts))).toBe(sum)
})

it('adds amounts of which only a part is beyond the largest number', () => {
  expect(sumOf(costsOf(1e308, 1e308, -1.5e308))).toBeCloseTo(0.5e308, -294)
})

it('writes a total beyond the largest number as what it exceeds', () => {
  const nodes = [1e308, 1e308].map((spend, index) => ({ id: `${index}`, spend }))
  expect(totals([...nodes, { id: 'x', spend: 3, currency: 'EUR' }], formatMoney)).toBe('more than $1E308 + €3')
})

it('adds costs by currency, to the cent, up to the largest number of JSON', () => {
  const spends = [0.1, 0.2, { spend: 5, currency: 'EUR' as const }, {}, { spend: -2, currency: 'EUR' as const }]
  const nodes = spends.map((it, index) => ({ id: `${index}`, ...(typeof it === 'number' ? { spend: it } : it) }))
  expect(Object.fromEntries(monthlyCosts(nodes))).toEqual({ USD: 0.3, EUR: 3 })
  const most = Number.MAX_VALUE
  expect(monthlyCosts(['a', 'b'].map((id) => ({ id, spend: most }))).get('USD')).toBe(most)
})

it.each([1.005, 8.575, 999.995, -1.005, -0.001, 1e-9, 1e21])('rounds %d as it is written', (spend) => {
  const nodes = [{ id: 'a', spend }]
  const sum = monthlyCosts(nodes).get('USD')!
  expect(Object.is(sum, -0)).toBe(false)
  expect(totals([{ id: 'a', spend: sum }], formatMoney)).toBe(totals(nodes, formatMoney))
  expect(formatMoney(sum, 'USD')).toBe(formatMoney(roundMoney(spend, 'USD'), 'USD'))
})
