import { largestCosts, byCurrency, costsOf, type MonthlyCost, sumOf } from '@maps/shared/costs'
import type { MapNode } from '@maps/shared/map'
import { abbreviateMoney } from '@maps/shared/money'
import type { MapView } from '@maps/shared/view/view'
import type { PhrasingContent, RootContent } from 'mdast'
import type { EndpointNames } from './endpoint-names.ts'
import { count } from './map-words.ts'
import { amount, bulletList, heading, nameText, text } from '@maps/shared/documents/syntax-tree'

const BIGGEST_SHOWN = 5
const USAGE_BILLED_SHOWN = 20

/**
 * Writes the monthly costs: the total and the most expensive services of each currency, and the services billed by usage.
 * Empty if no cost is known. Each line has one amount, since two `$` in a line would need escapes.
 * @param members the services that a node stands for, by its id
 */
export function costsSection(
  nodes: readonly MapNode[],
  { nameOf }: EndpointNames,
  members: MapView['members'] = new Map(),
): RootContent[] {
  const costs = costsOf(nodes)
  const namesOf = (these: readonly MapNode[]): PhrasingContent[][] => these.map((it) => nameText(nameOf(it.id)))
  const totals = byCurrency(costs).map(({ currency, costs: own }) => {
    const most = namesOf(biggestOf(own))
    return [
      text(`Total per month in ${currency}: `),
      amount(abbreviateMoney(sumOf(own), currency)),
      ...(most.length > 0 ? [text('; biggest: '), ...commaSeparated(most)] : []),
    ]
  })
  const services = nodes.flatMap((it) => members.get(it.id) ?? [it])
  const unknown = costs.length > 0 ? services.filter((it) => it.spend === undefined).length : 0
  const usageBilled = billedByUsage(nodes)
  const usage = namesOf(usageBilled.slice(0, USAGE_BILLED_SHOWN))
  if (usage.length < usageBilled.length) usage.push([text(`${usageBilled.length - usage.length} more`)])
  const lines = [
    ...totals,
    ...(unknown > 0 ? [[text(`Without a cost: ${count(unknown, 'service')}`)]] : []),
    ...(usage.length > 0 ? [[text('Billed by usage, so they grow with load: '), ...commaSeparated(usage)]] : []),
  ]
  return lines.length > 0 ? [heading(2, [text('Costs')]), bulletList(lines)] : []
}

/** The ids of the services that `costsSection` names. */
export function namedInCosts(nodes: readonly MapNode[]): string[] {
  const biggest = byCurrency(costsOf(nodes)).flatMap((it) => biggestOf(it.costs))
  return [...biggest, ...billedByUsage(nodes).slice(0, USAGE_BILLED_SHOWN)].map((it) => it.id)
}

function biggestOf(costs: readonly MonthlyCost[]): MapNode[] {
  return largestCosts(costs, BIGGEST_SHOWN).map((it) => it.node)
}

function billedByUsage(nodes: readonly MapNode[]): MapNode[] {
  return nodes.filter((it) => it.billing?.includes('usage'))
}

function commaSeparated(entries: PhrasingContent[][]): PhrasingContent[] {
  return entries.flatMap((it, index) => (index === 0 ? it : [text(', '), ...it]))
}
