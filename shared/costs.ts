import type { MapNode } from './map.ts'
import { currencies, nodeDefaults } from './map-values.ts'
import { type Currency, type MoneyFormat, roundToCents } from './money.ts'

/** The monthly cost of a service. */
export interface MonthlyCost {
  node: MapNode
  amount: number
  currency: Currency
}

/** A service, or a group of services in the place of one. */
export interface PricedNode extends MapNode {
  /** Costs of a group in other currencies than that of its `spend`. */
  furtherCosts?: Omit<MonthlyCost, 'node'>[]
}

/** The monthly cost of a service; undefined if its spend is not set. */
export function costOf(node: MapNode): MonthlyCost | undefined {
  if (node.spend === undefined) return undefined
  return { node, amount: node.spend, currency: node.currency ?? nodeDefaults.currency }
}

/** The costs of all services whose spend is set. */
export function costsOf(nodes: readonly PricedNode[]): MonthlyCost[] {
  return nodes.flatMap((node) => {
    const cost = costOf(node)
    return cost ? [cost, ...(node.furtherCosts ?? []).map((it) => ({ node, ...it }))] : []
  })
}

/** Groups costs by currency, in the order of `currencies`: amounts of two currencies are never added. */
export function byCurrency(costs: readonly MonthlyCost[]): { currency: Currency; costs: MonthlyCost[] }[] {
  const groups = currencies.map((currency) => ({ currency, costs: costs.filter((it) => it.currency === currency) }))
  return groups.filter((it) => it.costs.length > 0)
}

/** Writes the totals per month, as in `$15,250 + €1,200`; empty if no spend is set. */
export function totals(nodes: readonly MapNode[], money: MoneyFormat): string {
  const amounts = byCurrency(costsOf(nodes)).map((it) => money(sumOf(it.costs), it.currency))
  return amounts.join(' + ')
}

/** The largest costs in descending order, equal costs in the map's order. All must be in one currency. */
export function largestCosts(costs: readonly MonthlyCost[], limit: number): MonthlyCost[] {
  return costs
    .filter((it) => it.amount > 0)
    .sort((a, b) => b.amount - a.amount)
    .slice(0, limit)
}

/** Adds costs, which must all be in one currency. Infinite only if the total is beyond the largest number, not if a part of it is. */
export function sumOf(costs: readonly MonthlyCost[]): number {
  const sum = costs.reduce((total, { amount }) => total + amount, 0)
  if (Number.isFinite(sum)) return sum
  return costs.reduce((total, { amount }) => total + amount / costs.length, 0) * costs.length
}

/** Sums the monthly costs of services by currency: amounts of two currencies are never added. */
export function monthlyCosts(nodes: readonly MapNode[]): Map<Currency, number> {
  return new Map(byCurrency(costsOf(nodes)).map(({ currency, costs }) => [currency, roundToCents(sumOf(costs))]))
}
