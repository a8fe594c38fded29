import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import type { PhrasingContent, RootContent } from 'mdast'
import { abbreviateMoney } from '../money.ts'
import { costOf } from './costs.ts'
import { asOf, createEndpointNames, labelOf, titleOf } from './map-words.ts'
import { oneLine } from '../one-line.ts'
import { amount, bulletList, heading, mapText, paragraph, strong, text } from './syntax-tree.ts'

/** The map's name, and the line that tells when and whence it came. */
export function titleSection(map: ArchitectureMap): RootContent[] {
  const note = text(`Architecture map as of ${asOf(map)}, exported by Maps Service.`)
  return [heading(1, mapText(titleOf(map))), { type: 'blockquote', children: [paragraph([note])] }]
}

/** One bullet per node: `- **<label>** - <tech> (<spend>)`. */
export function servicesSection(nodes: readonly MapNode[]): RootContent[] {
  return [heading(2, [text('Services')]), listOr('No services yet.', nodes.map(serviceLine))]
}

/** One bullet per edge: `- <source> → <target>: <label>`. `nodes` are all that the ends could name. */
export function dependenciesSection(edges: readonly MapEdge[], nodes: readonly MapNode[]): RootContent[] {
  const nameOf = createEndpointNames(nodes)
  const lines = edges.map((edge) => dependencyLine(edge, nameOf))
  return [heading(2, [text('Dependencies')]), listOr('No dependencies yet.', lines)]
}

function serviceLine(node: MapNode): PhrasingContent[] {
  const tech = oneLine(node.tech ?? '')
  const cost = costOf(node)
  return [
    strong(mapText(labelOf(node))),
    ...(tech ? [text(' - '), ...mapText(tech)] : []),
    ...(cost ? [text(' ('), amount(abbreviateMoney(cost.amount, cost.currency)), text(')')] : []),
  ]
}

function dependencyLine(edge: MapEdge, nameOf: (id: string) => string): PhrasingContent[] {
  const label = oneLine(edge.label ?? '')
  return [
    ...mapText(nameOf(edge.source)),
    text(' → '),
    ...mapText(nameOf(edge.target)),
    ...(label ? [text(': '), ...mapText(label)] : []),
  ]
}

function listOr(nothing: string, items: PhrasingContent[][]): RootContent {
  return items.length > 0 ? bulletList(items) : paragraph([text(nothing)])
}
