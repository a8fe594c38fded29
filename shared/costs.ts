import { currencies, type MapNode, nodeDefaults } from './map.ts'
import type { Currency, MoneyFormat } from './money.ts'

/** What a service costs a month. */
export interface MonthlyCost {
  node: MapNode
  amount: number
  currency: Currency
}

/** What a service costs, or undefined where its spend is not set. */
export function costOf(node: MapNode): MonthlyCost | undefined {
  if (node.spend === undefined) return undefined
  return { node, amount: node.spend, currency: node.currency ?? nodeDefaults.currency }
}

/** The services whose spend is set. */
export function costsOf(nodes: readonly MapNode[]): MonthlyCost[] {
  return nodes.map(costOf).filter((it) => it !== undefined)
}

/** Costs by currency, in the order that the currencies are listed in: amounts of two currencies never meet. */
export function byCurrency(costs: readonly MonthlyCost[]): { currency: Currency; costs: MonthlyCost[] }[] {
  const groups = currencies.map((currency) => ({ currency, costs: costs.filter((it) => it.currency === currency) }))
  return groups.filter((it) => it.costs.length > 0)
}

/** The totals per month, as in `$15,250 + €1,200`; empty where no spend is set. */
export function totals(nodes: readonly MapNode[], money: MoneyFormat): string {
  const amounts = byCurrency(costsOf(nodes)).map((it) => money(sumOf(it.costs), it.currency))
  return amounts.join(' + ')
}

/** The largest costs first; equal ones in the map's order. All must be of one currency. */
export function biggest(costs: readonly MonthlyCost[], limit: number): MonthlyCost[] {
  return costs
    .filter((it) => it.amount > 0)
    .sort((a, b) => b.amount - a.amount)
    .slice(0, limit)
}

/** All must be of one currency. */
export function sumOf(costs: readonly MonthlyCost[]): number {
  return costs.reduce((sum, { amount }) => sum + amount, 0)
}
