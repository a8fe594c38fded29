import type { MapNode } from '../map.ts'
import { countNoun, serviceName, truncate } from '../text.ts'
import type { Direction } from './distances.ts'

/** What a view shows, for its description. */
export interface ViewFacts {
  /** Number of services of the map. */
  services: number
  /** Number of services that the view shows, those of groups included. */
  shown: number
  hidden?: number
  focus?: readonly MapNode[]
  /** Services of which each stands for a group. */
  groups?: readonly MapNode[]
  direction?: Direction
  /** Maximum number of steps from the focus; infinite if the focus is only a start. */
  depth?: number
}

const MAX_NAMES = 3
const MAX_NAME_LENGTH = 40
const places = { both: 'around', up: 'upstream of', down: 'downstream of' } as const satisfies Record<Direction, string>

/** Says what a view shows, as in "View of 9 of 140 services: around Orders, 1 step". */
export function describeView({
  services,
  shown,
  hidden = 0,
  focus = [],
  groups = [],
  direction = 'both',
  depth = Infinity,
}: ViewFacts): string {
  const steps = depth === Infinity ? ' first' : `, ${countNoun(depth, 'step')}`
  const parts = [
    ...(focus.length > 0 ? [`${places[direction]} ${namesOf(focus)}${steps}`] : []),
    ...(groups.length > 0 ? [`${namesOf(groups)} collapsed`] : []),
    ...(hidden > 0 ? [`${hidden.toLocaleString('en-US')} hidden`] : []),
  ]
  const counts = `View of ${shown.toLocaleString('en-US')} of ${countNoun(services, 'service')}`
  return parts.length > 0 ? `${counts}: ${parts.join('; ')}` : counts
}

function namesOf(nodes: readonly MapNode[]): string {
  const names = nodes.slice(0, MAX_NAMES).map((it) => truncate(serviceName(it), MAX_NAME_LENGTH))
  const rest = nodes.length - MAX_NAMES
  return rest > 0 ? `${names.join(', ')} and ${rest.toLocaleString('en-US')} more` : names.join(', ')
}
