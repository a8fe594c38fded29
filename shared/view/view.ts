import { z } from 'zod'
import type { PricedNode } from '../costs.ts'
import { InvalidRequest } from '../errors.ts'
import { viewOptions } from '../formats/view-options.ts'
import type { MapContent, MapEdge, MapNode } from '../map.ts'
import { oneLine } from '../text.ts'
import { collapse, hasPrefix } from './collapse.ts'
import { describeView } from './describe-view.ts'
import { distancesFrom } from './distances.ts'
import { readIds, readPatterns } from './id-list.ts'
import { unknownId } from './nearest-ids.ts'
import { matches } from './pattern.ts'

/** Numbers of connections between a service of a view and services that its focus leaves out. */
export interface LeavingEdges {
  /** Connections to the service. */
  in: number
  /** Connections from the service. */
  out: number
}

/** A part of a map. */
export interface MapView {
  nodes: PricedNode[]
  edges: MapEdge[]
  /** The services that a service of the view stands for, if it is a group. */
  members: ReadonlyMap<string, readonly MapNode[]>
  /** What it shows, as in "View of 9 of 140 services: around Orders, 1 step". */
  description: string
  /** Number of the map's connections that it shows neither by themselves nor within a group. */
  edgesLeftOut: number
  /** Connections that leave the view, by the id of their service in it. */
  leaving: ReadonlyMap<string, LeavingEdges>
  /** Connections between services and the focus by id, nearest first; empty without a focus. */
  distances: ReadonlyMap<string, number>
}

/** Schema of the options of a view among those of a format, in the form of a query string. */
export const viewQuery = z.object(viewOptions)
/** Options of a view, and whether a focus without a depth is only its start: then the view has all services. */
export type ViewRequest = z.output<typeof viewQuery> & { isFocusStart?: boolean }

const DEFAULT_DEPTH = 1

/**
 * Selects a part of a map: leaves out what is hidden, collapses groups, and keeps what is around the focus. Takes linear time.
 * @returns undefined without an option
 * @throws InvalidRequest for an id or a prefix that no service has
 */
export function viewOf(map: MapContent, request: ViewRequest): MapView | undefined {
  const { focus, hide, collapse: prefixList, depth, direction = 'both', isFocusStart = false } = request
  if (focus === undefined && hide === undefined && prefixList === undefined) return undefined
  const visible = hide === undefined ? map : withoutHidden(map, hide)
  const prefixes = prefixList === undefined ? [] : readPrefixes(prefixList, map.nodes)
  const { nodes, edges, members, groupOf } = collapse(visible, prefixes)
  const missing = prefixes.find((it) => !members.has(it) && !isPrefix(it, map.nodes))
  if (missing !== undefined) refuse('collapse', `${unknownId(missing, map.nodes)}, or a prefix of ids`)
  const ids = new Set(nodes.map((it) => it.id))
  const grouped = visible.nodes.filter((it) => !ids.has(it.id))
  const starts = focus === undefined ? [] : findFocuses(readIds(focus), [...nodes, ...grouped], groupOf, map)
  const most = depth ?? (isFocusStart ? Infinity : DEFAULT_DEPTH)
  const distances = distancesFrom(starts, edges, direction, most)
  const isShown = (id: string): boolean => focus === undefined || most === Infinity || distances.has(id)
  const hasShownEnds = ({ source, target }: MapEdge): boolean => [source, target].every((it) => isShown(groupOf(it)))
  const shown = nodes.filter((it) => isShown(it.id))
  const names = new Map(shown.map((it) => [it.id, it]))
  return {
    nodes: shown,
    edges: edges.filter((it) => isShown(it.source) && isShown(it.target)),
    members,
    description: describeView({
      services: map.nodes.length,
      shown: shown.reduce((sum, it) => sum + (members.get(it.id)?.length ?? 1), 0),
      hidden: map.nodes.length - visible.nodes.length,
      focus: starts.map((it) => names.get(it)!),
      groups: shown.filter((it) => members.has(it.id)),
      direction,
      depth: most,
    }),
    edgesLeftOut: map.edges.length - visible.edges.filter(hasShownEnds).length,
    leaving: countLeaving(visible.edges, groupOf, isShown),
    distances,
  }
}

/** Reads a list of prefixes: each as it is, or else as files show it. */
function readPrefixes(list: string, nodes: readonly MapNode[]): string[] {
  return readIds(list).map((it) => (isPrefix(it, nodes) ? it : oneLine(it)))
}

function isPrefix(text: string, nodes: readonly MapNode[]): boolean {
  return nodes.some(({ id }) => hasPrefix(id, text))
}

function refuse(field: string, problem: string): never {
  throw new InvalidRequest('The view does not fit the map: see "fields".', { [field]: problem })
}

/** Leaves out services with their connections. An id may also be that of an end that no service has; a pattern means services. */
function withoutHidden({ nodes, edges }: MapContent, list: string): MapContent {
  const patterns = readPatterns(list)
  const ends = new Set(edges.flatMap((it) => [it.source, it.target]))
  const find = createIdSearch(nodes)
  const exact = patterns.filter((it) => it.length === 1).flat()
  const hidden = new Set(
    exact.flatMap((id) => {
      const found = ends.has(id) ? [id] : find(id)
      return found.length > 0 ? found : refuse('hide', unknownId(id, nodes))
    }),
  )
  const others = patterns.filter((it) => it.length > 1)
  for (const { id } of nodes) if (others.some((it) => matches(it, id))) hidden.add(id)
  return {
    nodes: nodes.filter((it) => !hidden.has(it.id)),
    edges: edges.filter((it) => !hidden.has(it.source) && !hidden.has(it.target)),
  }
}

/** Creates a function that finds the id that a text is, or else the ids that files show as it. */
function createIdSearch(nodes: readonly MapNode[]): (text: string) => readonly string[] {
  const ids = new Set(nodes.map((it) => it.id))
  let idsByForm: Map<string, string[]> | undefined
  return (text) => {
    if (ids.has(text)) return [text]
    idsByForm ??= Map.groupBy(ids, (id) => oneLine(id))
    return idsByForm.get(oneLine(text)) ?? []
  }
}

/** Finds services of a view, or the groups of those in one, each once. @param nodes services and groups */
function findFocuses(
  ids: readonly string[],
  nodes: readonly MapNode[],
  groupOf: (id: string) => string,
  map: MapContent,
): string[] {
  const find = createIdSearch(nodes)
  const focuses = ids.map((id) => {
    const [found, ...others] = find(id)
    if (found !== undefined && others.length === 0) return groupOf(found)
    const isHidden = map.nodes.some((it) => it.id === id)
    const hiddenAsWell = `must not be hidden as well, and ${JSON.stringify(id)} is`
    return refuse('focus', isHidden ? hiddenAsWell : unknownId(id, map.nodes))
  })
  return [...new Set(focuses)]
}

function countLeaving(
  edges: readonly MapEdge[],
  groupOf: (id: string) => string,
  isShown: (id: string) => boolean,
): Map<string, LeavingEdges> {
  const leaving = new Map<string, LeavingEdges>()
  for (const edge of edges) {
    const source = groupOf(edge.source)
    const target = groupOf(edge.target)
    if (isShown(source) === isShown(target)) continue
    const id = isShown(source) ? source : target
    const counts = leaving.get(id) ?? { in: 0, out: 0 }
    leaving.set(id, counts)
    counts[id === source ? 'out' : 'in']++
  }
  return leaving
}
