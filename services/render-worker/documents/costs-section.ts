import type { MapNode } from '@maps/shared/map'
import type { PhrasingContent, RootContent } from 'mdast'
import { formatMoney } from '../money.ts'
import { biggest, byCurrency, costsOf, type MonthlyCost, totals } from './costs.ts'
import { count, labelOf } from './map-words.ts'
import { bulletList, heading, mapText, paragraph, text } from './syntax-tree.ts'

const BIGGEST_SHOWN = 5
const USAGE_BILLED_SHOWN = 20

/**
 * What the services cost per month: the total and the biggest of each currency, and which ones depend on use.
 * Amounts have codes for symbols here: several `$` in a line would have to be escaped.
 */
export function costsSection(nodes: readonly MapNode[]): RootContent[] {
  const groups = byCurrency(costsOf(nodes))
  const usageBilled = nodes.filter((it) => it.billing?.includes('usage'))
  const lines = [
    ...(groups.length > 0 ? [[text(totalLine(nodes))]] : []),
    ...groups.flatMap((it) => biggestLine(it.costs, groups.length > 1 ? ` in ${it.currency}` : '')),
    ...usageBilledLine(usageBilled),
  ]
  return [heading(2, [text('Costs')]), lines.length > 0 ? bulletList(lines) : paragraph([text('No costs are set.')])]
}

function totalLine(nodes: readonly MapNode[]): string {
  const unknown = nodes.length - costsOf(nodes).length
  const missing = unknown > 0 ? `; ${count(unknown, 'service')} without a cost` : ''
  return `Total per month: ${totals(nodes, 'code')}${missing}`
}

function biggestLine(costs: readonly MonthlyCost[], scope: string): PhrasingContent[][] {
  const entries = biggest(costs, BIGGEST_SHOWN).map(({ node, amount, currency }) => [
    ...mapText(labelOf(node)),
    text(` (${formatMoney(amount, currency, 'code')})`),
  ])
  return entries.length > 0 ? [[text(`Biggest${scope}: `), ...commaSeparated(entries)]] : []
}

function usageBilledLine(nodes: readonly MapNode[]): PhrasingContent[][] {
  if (nodes.length === 0) return []
  const entries = nodes.slice(0, USAGE_BILLED_SHOWN).map((it) => mapText(labelOf(it)))
  const more = nodes.length - entries.length
  if (more > 0) entries.push([text(`${more} more`)])
  return [[text('Billed by usage, so they grow with load: '), ...commaSeparated(entries)]]
}

function commaSeparated(entries: PhrasingContent[][]): PhrasingContent[] {
  return entries.flatMap((it, index) => (index === 0 ? it : [text(', '), ...it]))
}
