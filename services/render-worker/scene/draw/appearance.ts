import type { MapNode } from '@maps/shared/map'
import { findTechnology, type Technology } from '../technology/find-technology.ts'
import { type Role, roles } from '../technology/technologies.ts'
import type { Icon } from './display-list.ts'
import type { Theme } from './theme.ts'
import iconFile from '../technology/icons.json' with { type: 'json' }

/** Icon and colour of a service. */
export interface Appearance {
  icon: Icon | undefined
  color: string
}

/** Icons and colours of the services of a map, and the roles with a colour. */
export interface Appearances {
  /** Appearances in the order of the nodes. */
  nodes: Appearance[]
  /** Roles with a colour, in the order of `roles`. */
  roles: Role[]
}

/** Maximum number of roles with a colour. Readers cannot distinguish more. */
const MAX_ROLES = 6

const icons = new Map<string, Icon>(Object.entries(iconFile as Record<string, Icon>))

/** Matches a container image, which is no person, even if its name is "user". */
const IMAGE = /\w[/:]\w/u
/** Roles of programs: "Users" with the tech Go is one. */
const programs = new Set<Role>(['service', 'store', 'queue'])

/**
 * The technology that `tech` names, or else the label. "Redis" with the tech "Job queues" is a queue with the logo of Redis.
 * A person or an app stays one, whatever it uses.
 */
function technologyOf({ tech = '', label = '' }: MapNode): Technology | undefined {
  const byTech = findTechnology(tech, 'tech')
  const byLabel = findTechnology(label, 'label')
  if ((byTech ?? byLabel)?.icon === 'person' && IMAGE.test(tech)) return undefined
  if (!byTech || !byLabel) return byTech ?? byLabel
  const isClient = byLabel.role === 'client' && (byLabel.isCertain || !programs.has(byTech.role))
  if (isClient && byTech.role !== 'client') return byLabel
  const hasLogo = icons.get(byTech.icon)?.isOutline && !icons.get(byLabel.icon)?.isOutline
  return hasLogo ? { icon: byLabel.icon, role: byTech.role } : byTech
}

/** Finds the icon and colour of each service. An unrecognised service has no icon and the neutral colour. */
export function appearancesOf(nodes: readonly MapNode[], theme: Theme): Appearances {
  const technologies = nodes.map(technologyOf)
  const known = technologies.filter((it) => it !== undefined)
  const counts = Map.groupBy(known, (it) => it.role)
  const common = [...counts].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_ROLES)
  const colored = new Set(common.map(([role]) => role))
  return {
    nodes: technologies.map((technology) => ({
      icon: technology && icons.get(technology.icon),
      color: technology && colored.has(technology.role) ? theme.roles[technology.role] : theme.neutral,
    })),
    roles: roles.filter((it) => colored.has(it)),
  }
}
