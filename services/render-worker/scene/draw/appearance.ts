import type { MapNode } from '@maps/shared/map'
import { findTechnology, type Technology } from '../technology/find-technology.ts'
import { type ColoredRole, type Role, roles } from '../technology/technologies.ts'
import type { Icon } from './display-list.ts'
import iconFile from '../technology/icons.json' with { type: 'json' }

/** Icon and role of a service. */
export interface Appearance {
  icon: Icon | undefined
  /** Role that its colour stands for. */
  role: ColoredRole
}

/** Icons and roles of the services of a map. */
export interface Appearances {
  /** Appearances in the order of the nodes. */
  nodes: Appearance[]
  /** Roles of the colours, in the order of a legend. */
  roles: ColoredRole[]
}

const icons = new Map<string, Icon>(Object.entries(iconFile as Record<string, Icon>))

/** Matches the label of an app, which in Kotlin is one for phones. */
const APP = /(?:^|\s)apps?$/iu

/** Roles of what a service of a role is made with: an API gateway in Go, a job queue on Redis, Ollama with Llama. */
const rolesOfParts: Partial<Record<Role, readonly Role[]>> = {
  edge: ['service'],
  service: ['external'],
  store: ['service'],
  queue: ['service', 'store'],
  operations: ['service', 'store', 'queue'],
}

/**
 * The technology that `tech` names, or else the label. "Redis" with the tech "Job queues" is a queue with the logo of Redis.
 * A person or an app stays one with any technology; but "User" in Go is a service, and an image named "user" is no person.
 */
function technologyOf({ tech = '', label = '' }: MapNode): Technology | undefined {
  const byTech = findTechnology(tech, 'tech')
  const byLabel = findTechnology(label, 'label')
  if (/^(?:person|people)$/u.test((byTech ?? byLabel)?.icon ?? '') && /\w[/:]\w/u.test(tech)) return undefined
  if (byTech?.icon === 'kotlin' && !byLabel && APP.test(label)) return { ...byTech, role: 'client' }
  if (!byTech || !byLabel) return byTech ?? byLabel
  const isProgram = byLabel.icon === 'people' || ['service', 'store', 'queue'].includes(byTech.role)
  if (byLabel.role === 'client' && byTech.role !== 'client' && (byLabel.isCertain || !isProgram)) return byLabel
  // The label of a function tells what it does: "Update DNS".
  const isMadeWithTech = rolesOfParts[byLabel.role]?.includes(byTech.role) && byTech.icon !== 'function'
  const named = byLabel.isCertain && byLabel.isSubject && isMadeWithTech ? byLabel : byTech
  const { icon } = [named, byTech, byLabel].find((it) => !icons.get(it.icon)?.isOutline) ?? named
  return { ...named, icon }
}

/**
 * Finds the icon and role of each service. An unrecognised service has no icon, and the role `other`. A group has no icon, and the role of its services
 * if they have one in common: its name is a prefix of their ids, and tells of no technology.
 *
 * @param groups the services of groups, by the ids of the groups
 */
export function appearancesOf(
  nodes: readonly MapNode[],
  groups: ReadonlyMap<string, readonly MapNode[]> = new Map(),
): Appearances {
  const appearances = nodes.map((node): Appearance => {
    const members = groups.get(node.id)
    return members ? { icon: undefined, role: commonRoleOf(members) } : appearanceOf(node)
  })
  const found = new Set(appearances.map((it) => it.role))
  return { nodes: appearances, roles: [...roles, 'other' as const].filter((it) => found.has(it)) }
}

function commonRoleOf(nodes: readonly MapNode[]): ColoredRole {
  const [role = 'other', ...others] = new Set(nodes.map((it) => appearanceOf(it).role))
  return others.length === 0 ? role : 'other'
}

function appearanceOf(node: MapNode): Appearance {
  const technology = technologyOf(node)
  return { icon: technology && icons.get(technology.icon), role: technology?.role ?? 'other' }
}
