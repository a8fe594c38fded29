import type { MapEdge, MapNode } from '@maps/shared/map'
import { arrowSigns, edgeDefaults } from '@maps/shared/map-values'
import { costOf } from '@maps/shared/costs'
import { abbreviateMoney } from '@maps/shared/money'
import { countNoun, oneLine, serviceName } from '@maps/shared/text'
import { writeIds } from '@maps/shared/view/id-list'
import escapeHtml from 'escape-html'

/**
 * Maximum number of services of a page. All limits together keep the page of the largest map below 1 MB; the picture shows the rest. Their names alone
 * can be the focus of a view, since workers make two pictures for each and readers need no token.
 */
const MAX_SERVICES = 400
const MAX_CONNECTIONS = 1_000
const MAX_CONNECTIONS_PER_SERVICE = 25
/** Maximum number of characters of a service's label or technology. */
const MAX_NAME_LENGTH = 60
/** Maximum number of characters of a connection's target, and of its label. */
const MAX_CONNECTION_LENGTH = 40

/**
 * The names that can be the focus of a view: those of the services that the page of the whole map lists, as it shows them. Each has its services as the
 * option `focus`: the first ones, if they are many.
 */
export function focusesByName(nodes: readonly MapNode[]): ReadonlyMap<string, string> {
  const services = Map.groupBy(nodes.slice(0, MAX_SERVICES), shownName)
  return new Map(Array.from(services, ([name, own]) => [name, writeIds(own.map((it) => it.id))]))
}

/**
 * Renders the services of a map, or of a part of it, as HTML, each with its cost and the connections that begin at it. The direction of one text
 * does not move another.
 * @param links names that lead to a view around them
 * @param current the name that the view is around
 */
export function serviceList(
  { nodes, edges }: { nodes: readonly MapNode[]; edges: readonly MapEdge[] },
  links: ReadonlyMap<string, string>,
  current?: string,
): string {
  const nodesById = new Map(nodes.map((it) => [it.id, it]))
  const connections = Map.groupBy(edges, (it) => it.source)
  let remaining = MAX_CONNECTIONS
  const entries = nodes.slice(0, MAX_SERVICES).map((node) => {
    const own = connections.get(node.id) ?? []
    const shown = own.slice(0, Math.min(remaining, MAX_CONNECTIONS_PER_SERVICE))
    remaining -= shown.length
    const rest = own.length > shown.length ? `<dd class="more">and ${own.length - shown.length} more</dd>` : ''
    return `<div>${term(node, links, current)}${shown.map((it) => connection(it, nodesById.get(it.target))).join('')}${rest}</div>`
  })
  const missing = nodes.length - MAX_SERVICES
  const more =
    missing > 0 ? `<p class="more">and ${countNoun(missing, 'service')} more: the picture has them all.</p>` : ''
  return `<dl>\n${entries.join('\n')}\n</dl>\n${more}`
}

function term(node: MapNode, links: ReadonlyMap<string, string>, current: string | undefined): string {
  const shown = shownName(node)
  const text = `<bdi>${escapeHtml(shown)}</bdi>`
  const name = links.has(shown)
    ? `<a href="?focus=${encodeURIComponent(shown)}"${shown === current ? ' aria-current="page"' : ''}>${text}</a>`
    : text
  const cost = costOf(node)
  const amount = cost ? `<b>${abbreviateMoney(cost.amount, cost.currency)}<i>/mo</i></b>` : ''
  const tech = node.tech ? `<small><bdi>${shorten(node.tech, MAX_NAME_LENGTH)}</bdi></small>` : ''
  return `<dt>${name}${tech}${amount}</dt>`
}

function connection({ target, arrow = edgeDefaults.arrow, label }: MapEdge, node: MapNode | undefined): string {
  const quotedLabel = label ? `<q><bdi>${shorten(label, MAX_CONNECTION_LENGTH)}</bdi></q>` : ''
  const name = shorten(serviceName(node ?? { id: target }), MAX_CONNECTION_LENGTH)
  return `<dd>${arrowSigns[arrow]} <bdi>${name}</bdi>${quotedLabel}</dd>`
}

/** The name of a service on a page. */
export function shownName(node: MapNode): string {
  return cut(serviceName(node), MAX_NAME_LENGTH)
}

/** Makes a text one visible line, cut after `length` characters, and escapes it for HTML. */
function shorten(text: string, length: number): string {
  return escapeHtml(cut(oneLine(text), length))
}

function cut(line: string, length: number): string {
  const characters = [...line]
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : line
}
