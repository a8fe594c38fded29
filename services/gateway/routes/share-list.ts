import type { MapEdge, MapNode } from '@maps/shared/map'
import { costOf } from '@maps/shared/costs'
import { abbreviateMoney } from '@maps/shared/money'
import { oneLine } from '@maps/shared/one-line'
import escapeHtml from 'escape-html'

/** What a page tells in words at most: it stays below a megabyte for the largest map, and its picture shows the rest. */
const MAX_SERVICES = 400
const MAX_CONNECTIONS = 1_000
const MAX_CONNECTIONS_PER_SERVICE = 25
/** Of a service, in characters. */
const MAX_NAME_LENGTH = 60
/** Of where a connection leads, and of what it says. */
const MAX_CONNECTION_LENGTH = 40

const arrows = { end: '→', both: '↔', none: '–' } as const satisfies Record<NonNullable<MapEdge['arrow']>, string>

/** The services of a map as HTML: each once, with its cost, and with the connections that begin at it. */
export function serviceList(nodes: readonly MapNode[], edges: readonly MapEdge[]): string {
  const names = new Map(nodes.map((it) => [it.id, nameOf(it)]))
  const connections = Map.groupBy(edges, (it) => it.source)
  let left = MAX_CONNECTIONS
  const entries = nodes.slice(0, MAX_SERVICES).map((node) => {
    const own = connections.get(node.id) ?? []
    const shown = own.slice(0, Math.min(left, MAX_CONNECTIONS_PER_SERVICE))
    left -= shown.length
    const rest = own.length > shown.length ? `<dd class="more">and ${own.length - shown.length} more</dd>` : ''
    return `<div>${term(node)}${shown.map((it) => connection(it, names)).join('')}${rest}</div>`
  })
  const missing = nodes.length - MAX_SERVICES
  const more = missing > 0 ? `<p class="more">and ${count(missing, 'service')} more: the picture has them all.</p>` : ''
  return `<dl>\n${entries.join('\n')}\n</dl>\n${more}`
}

/** A number of things in words. */
export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString('en-US')} ${noun}${amount === 1 ? '' : 's'}`
}

function term(node: MapNode): string {
  const cost = costOf(node)
  const amount = cost ? `<b>${abbreviateMoney(cost.amount, cost.currency)}<i>/mo</i></b>` : ''
  const tech = node.tech ? `<small>${shorten(node.tech, MAX_NAME_LENGTH)}</small>` : ''
  return `<dt>${shorten(nameOf(node), MAX_NAME_LENGTH)}${tech}${amount}</dt>`
}

/** As a card shows it. */
function nameOf({ id, label = '' }: MapNode): string {
  return oneLine(label) || id
}

function connection({ target, arrow = 'end', label }: MapEdge, names: ReadonlyMap<string, string>): string {
  const said = label ? `<q>${shorten(label, MAX_CONNECTION_LENGTH)}</q>` : ''
  return `<dd>${arrows[arrow]} ${shorten(names.get(target) ?? target, MAX_CONNECTION_LENGTH)}${said}</dd>`
}

/** A text as one visible line of a readable length, as HTML. */
function shorten(text: string, length: number): string {
  const line = oneLine(text)
  const characters = [...line]
  return escapeHtml(characters.length > length ? `${characters.slice(0, length).join('')}…` : line)
}
