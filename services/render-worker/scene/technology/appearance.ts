import type { MapNode } from '@maps/shared/map'
import type { Icon } from '../draw/display-list.ts'
import type { Theme } from '../draw/theme.ts'
import iconFile from './icons.json' with { type: 'json' }
import { type Technology, technologyIn } from './recognise.ts'
import { type Role, roles } from './technologies.ts'

/** Icon and colour of a service. */
export interface Appearance {
  icon: Icon | undefined
  color: string
}

/** Icons and colours of the services of a map, and the roles that have colours. */
export interface Appearances {
  /** In the order of the nodes. */
  nodes: Appearance[]
  /** In the order of the list of roles. */
  roles: Role[]
}

/** Most roles with colours: readers tell no more apart. */
const MAX_ROLES = 6

const icons = new Map<string, Icon>(Object.entries(iconFile as Record<string, Icon>))

/** The technology that `tech` names, or else the label. "Redis" with the tech "Job queues" is a queue with the mark of Redis. */
function technologyOf({ tech = '', label = '' }: MapNode): Technology | undefined {
  const byTech = technologyIn(tech, 'tech')
  const byLabel = technologyIn(label, 'label')
  if (!byTech || !byLabel) return byTech ?? byLabel
  const hasMark = icons.get(byTech.icon)?.isOutline && !icons.get(byLabel.icon)?.isOutline
  return hasMark ? { icon: byLabel.icon, role: byTech.role } : byTech
}

/** Finds icon and colour of each service; one that is not recognised has none, and the neutral colour. */
export function appearancesOf(nodes: readonly MapNode[], theme: Theme): Appearances {
  const technologies = nodes.map(technologyOf)
  const known = technologies.filter((it) => it !== undefined)
  const counts = Map.groupBy(known, (it) => it.role)
  const common = [...counts].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_ROLES)
  const colored = new Set(common.map(([role]) => role))
  return {
    nodes: technologies.map((it) => ({
      icon: it && icons.get(it.icon),
      color: it && colored.has(it.role) ? theme.roles[it.role] : theme.neutral,
    })),
    roles: roles.filter((it) => colored.has(it)),
  }
}
