import type { ArchitectureMap } from '@maps/shared/map'
import { arrowSigns, edgeDefaults } from '@maps/shared/map-values'
import { countNoun, oneLine, serviceName, truncate } from '@maps/shared/text'

const MAX_CONNECTIONS = 30
const MAX_NAME_LENGTH = 60

/**
 * Describes a picture for screen readers (`<desc>`): the numbers of services and connections, and the first connections.
 * @param view what a view of the map shows, with its number of services
 */
export function describeMap({ nodes, edges }: ArchitectureMap, view?: string): string {
  const nodeById = new Map(nodes.map((it) => [it.id, it]))
  const nameOf = (id: string): string => truncate(serviceName(nodeById.get(id) ?? { id }), MAX_NAME_LENGTH)
  const shown = edges.slice(0, MAX_CONNECTIONS).map(({ source, target, label, arrow = edgeDefaults.arrow }) => {
    const said = oneLine(label ?? '')
    return `${nameOf(source)} ${arrowSigns[arrow]} ${nameOf(target)}${said && ` (${said})`}`
  })
  const restCount = edges.length - MAX_CONNECTIONS
  const rest = restCount > 0 ? [`and ${restCount.toLocaleString('en-US')} more`] : []
  const services = view === undefined ? `Architecture map: ${countNoun(nodes.length, 'service')},` : `${view}.`
  const counts = `${services} ${countNoun(edges.length, 'connection')}.`
  return [counts, [...shown, ...rest].join('; ')].filter((it) => it !== '').join(' ')
}
