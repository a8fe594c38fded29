import type { MapNode } from '@maps/shared/map'
import { formatMoney } from '../../../services/render-worker/money.ts'

/** What a node says, for programs that set the lines of a box themselves. */
export function linesOf({ id, label = id, tech = '', spend, currency = 'USD' }: MapNode): [string, ...string[]] {
  return [label, tech, spend === undefined ? '' : `${formatMoney(spend, currency)}/mo`]
}
