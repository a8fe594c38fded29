import type { ArchitectureMap } from '@maps/shared/map'
import { countNoun, oneLine, truncate } from '@maps/shared/text'

const MAX_CONNECTIONS = 30
const MAX_NAME_LENGTH = 60

/** Describes a picture for screen readers (`<desc>`): the numbers of services and connections, and the first connections. */
export function describeMap({ nodes, edges }: ArchitectureMap): string {
  const names = new Map(nodes.map((it) => [it.id, oneLine(it.label ?? '')]))
  const nameOf = (id: string): string => truncate(names.get(id) || oneLine(id), MAX_NAME_LENGTH)
  const shown = edges.slice(0, MAX_CONNECTIONS).map(({ source, target, label }) => {
    const said = oneLine(label ?? '')
    return `${nameOf(source)} → ${nameOf(target)}${said && ` (${said})`}`
  })
  const rest = edges.length > MAX_CONNECTIONS ? [`and ${edges.length - MAX_CONNECTIONS} more`] : []
  const counts = `${countNoun(nodes.length, 'service')}, ${countNoun(edges.length, 'connection')}.`
  return [`Architecture map: ${counts}`, [...shown, ...rest].join('; ')].filter((it) => it !== '').join(' ')
}
