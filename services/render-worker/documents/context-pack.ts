import { paragraph, text } from '@maps/shared/documents/syntax-tree'
import { writeMarkdown } from '@maps/shared/documents/write-markdown'
import type { ArchitectureMap, MapEdge } from '@maps/shared/map'
import { oneLine, serviceName, truncate } from '@maps/shared/text'
import type { MapView } from '@maps/shared/view/view'
import type { RootContent } from 'mdast'
import { costsSection, namedInCosts } from './costs-section.ts'
import { type Endpoint, nameEndpoints } from './endpoint-names.ts'
import { writeWithin } from './write-within.ts'
import {
  annotatedEdges,
  connectionsSection,
  dependenciesSection,
  isOneWay,
  idsSection,
  insteadOf,
  rulesSection,
  servicesSection,
  titleSection,
  unlistedEndpoints,
} from './map-sections.ts'
import { count } from './map-words.ts'
import { type RankedElement, rankElements } from './rank-elements.ts'

/** Maximum length of a name or technology in a pack, in characters: a few long ones would leave no room for others. */
const MAX_TEXT_LENGTH = 60

/** A guide for a coding agent that fits into a number of tokens. */
export interface ContextPack {
  map: ArchitectureMap
  view: MapView | undefined
  maxTokens: number
  hasCosts: boolean
  /** Sections of the whole guide, for which there may be room. @param hasIds whether there is a table of ids */
  rules(hasIds: boolean): readonly RootContent[]
  refresh: readonly RootContent[]
}

/** A part of a pack. */
type Unit =
  | RankedElement
  | { kind: 'costs' | 'rules' | 'refresh' }
  | { kind: 'connection'; edge: MapEdge }
  | { kind: 'id'; end: Endpoint }

/**
 * Writes as much of a guide as fits: the services nearest to the focus first, then those with the most connections and the highest costs, each
 * with its connections to those before it and their directions; then the other sections. What is left out is counted.
 */
export function contextPack(pack: ContextPack): Buffer {
  const map = withShortTexts(pack.map)
  const names = nameEndpoints(map)
  const { view } = pack
  const costs = pack.hasCosts ? costsSection(map.nodes, names, view?.members) : []
  const ranked = rankElements(map, view?.distances ?? new Map())
  const rows = new Set(annotatedEdges(ranked.flatMap((it) => (it.kind === 'edge' ? [it.edge] : []))))
  const rowOf = (edge: MapEdge): Unit => ({ kind: 'connection', edge })
  const units: Unit[] = [
    // The row that says where an edge leads comes with it: without one, an edge leads to its target alone.
    ...ranked.flatMap((it): Unit[] =>
      it.kind === 'edge' && rows.has(it.edge) && !isOneWay(it.edge) ? [rowOf(it.edge), it] : [it],
    ),
    ...(costs.length > 0 ? [{ kind: 'costs' } as const] : []),
    { kind: 'rules' },
    { kind: 'refresh' },
    ...[...rows].filter((it) => isOneWay(it)).map(rowOf),
    ...unlistedEndpoints(map.edges, names, costs.length > 0 ? namedInCosts(map.nodes) : []).map(
      (end) => ({ kind: 'id', end }) as const,
    ),
  ]

  function write(shown: MapView | undefined, size: number, tokens: number): Buffer {
    const taken = units.slice(0, size)
    const nodes = taken.flatMap((it) => (it.kind === 'node' ? [it.node] : []))
    const edges = taken.flatMap((it) => (it.kind === 'edge' ? [it.edge] : []))
    const has = (kind: Unit['kind']): boolean => taken.some((it) => it.kind === kind)
    const note = `About ${tokens} tokens of at most ${pack.maxTokens}. Left out: ${leftOut(units.slice(size))}.`
    return writeMarkdown([
      ...titleSection(map, shown),
      paragraph([text(note)]),
      ...servicesSection(nodes, pack.hasCosts, insteadOf(map.nodes.length, view)),
      ...dependenciesSection(edges, names, insteadOf(map.edges.length, view)),
      ...(has('rules') ? pack.rules(has('id')) : rulesSection()),
      ...connectionsSection(
        taken.flatMap((it) => (it.kind === 'connection' ? [it.edge] : [])),
        names,
      ),
      ...idsSection(taken.flatMap((it) => (it.kind === 'id' ? [it.end] : []))),
      ...(has('costs') ? costs : []),
      ...(has('refresh') ? pack.refresh : []),
    ])
  }
  const views = view ? [view, { ...view, description: withoutNames(view) }] : [undefined]
  const forms = views.map((it) => (size: number, tokens: number) => write(it, size, tokens))
  return writeWithin(units.length, pack.maxTokens, forms)
}

/** Counts what is left out, as in "3 services and 5 dependencies; rows of Connections: 2". */
function leftOut(units: readonly Unit[]): string {
  const numberOf = (kind: Unit['kind']): number => units.filter((it) => it.kind === kind).length
  const rows = [
    ['Connections', numberOf('connection')],
    ['Ids', numberOf('id')],
  ] as const
  return [
    `${count(numberOf('node'), 'service')} and ${count(numberOf('edge'), 'dependency')}`,
    ...rows.flatMap(([section, left]) => (left > 0 ? [`rows of ${section}: ${left}`] : [])),
    ...(numberOf('costs') > 0 ? ['the costs'] : []),
  ].join('; ')
}

/** The counts of a view's description. */
export function withoutNames({ description }: Pick<MapView, 'description'>): string {
  return description.split(': ')[0]!
}

/** Cuts the texts of a map to the length that they have in a pack. */
export function withShortTexts(map: ArchitectureMap): ArchitectureMap {
  const nodes = map.nodes.map((node) => {
    return {
      ...node,
      label: shortText(serviceName(node)),
      ...(node.tech !== undefined && { tech: shortText(node.tech) }),
    }
  })
  return { ...map, name: shortText(map.name), nodes }
}

/** Cuts a name or technology to the length that it has in a pack. */
function shortText(value: string): string {
  return truncate(oneLine(value), MAX_TEXT_LENGTH)
}
