import type { MapNode } from '@maps/shared/map'
import type { Icon } from '../draw/display-list.ts'
import type { Theme } from '../draw/theme.ts'
import iconFile from './icons.json' with { type: 'json' }
import { type Technology, technologyIn } from './recognise.ts'
import { type Role, roles } from './technologies.ts'

/** How a service looks by what it is. */
export interface Appearance {
  icon: Icon | undefined
  color: string
}

/** How the services of a map look, and which roles that tells apart. */
export interface Appearances {
  /** In the order of the nodes. */
  nodes: Appearance[]
  /** In the order of the list of roles. */
  roles: Role[]
}

/** Readers tell no more colours apart. */
const MAX_ROLES = 6

const icons = new Map<string, Icon>(Object.entries(iconFile as Record<string, Icon>))

/** What `tech` says, or else the label. "Redis" with the tech "Job queues" is a queue with the mark of Redis. */
function technologyOf({ tech = '', label = '' }: MapNode): Technology | undefined {
  const [first, second] = [technologyIn(tech, 'tech'), technologyIn(label, 'label')].filter((it) => it !== undefined)
  const hasMark = second && icons.get(first!.icon)?.isOutline && !icons.get(second.icon)?.isOutline
  return hasMark ? { icon: second.icon, role: first!.role } : first
}

/** Finds icon and colour of each service; one that is not recognised has none, and the neutral colour. */
export function appearancesOf(nodes: readonly MapNode[], theme: Theme): Appearances {
  const technologies = nodes.map(technologyOf)
  const counts = Map.groupBy(
    technologies.flatMap((it) => (it ? [it.role] : [])),
    (role) => role,
  )
  const common = [...counts].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_ROLES)
  const told = new Set(common.map(([role]) => role))
  return {
    nodes: technologies.map((it) => ({
      icon: it && icons.get(it.icon),
      color: it && told.has(it.role) ? theme.roles[it.role] : theme.neutral,
    })),
    roles: roles.filter((it) => told.has(it)),
  }
}
