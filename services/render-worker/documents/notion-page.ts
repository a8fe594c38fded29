import { costOf, totals } from '@maps/shared/costs'
import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { edgeDefaults } from '@maps/shared/map-values'
import { formatMoney } from '@maps/shared/money'
import { oneLine, serviceName } from '@maps/shared/text'
import { nameEndpoints } from './endpoint-names.ts'
import { asOf, count } from './map-words.ts'
import { mermaidLimits, mermaidOf } from '@maps/shared/documents/mermaid'
import { callout, heading, mermaid, type NotionBlock, paragraph, tables } from './notion-blocks.ts'

/** The map as blocks of a Notion page, before they are split into requests. */
export function notionBlocks(map: ArchitectureMap): NotionBlock[] {
  return [
    callout('🗺️', summary(map)),
    heading('Services'),
    ...tablesOr('No services yet.', ['Service', 'Tech', 'Monthly', 'Billing', 'Id'], map.nodes.map(serviceRow)),
    heading('Dependencies'),
    ...tablesOr('No dependencies yet.', ['From', 'To', 'Label', 'Style'], dependencyRows(map)),
    heading('Diagram'),
    diagram(map),
  ]
}

function summary(map: ArchitectureMap): string {
  const total = totals(map.nodes, formatMoney)
  const monthly = total && `, ${total} per month`
  const counts = `${count(map.nodes.length, 'service')}, ${count(map.edges.length, 'dependency')}`
  return `Architecture map as of ${asOf(map)}, exported by Maps Service. ${counts}${monthly}.`
}

function tablesOr(emptyText: string, header: string[], rows: string[][]): NotionBlock[] {
  return rows.length > 0 ? tables(header, rows) : [paragraph(emptyText)]
}

function serviceRow(node: MapNode): string[] {
  const cost = costOf(node)
  return [
    serviceName(node),
    oneLine(node.tech ?? ''),
    cost ? formatMoney(cost.amount, cost.currency) : '',
    (node.billing ?? []).join(', '),
    oneLine(node.id),
  ]
}

function dependencyRows(map: ArchitectureMap): string[][] {
  // A page is sent in parts, so its names need no limit. Each has a cell of its own, as in the table of services.
  const { nameOf } = nameEndpoints(map, { maxBytes: Infinity, write: (name) => name })
  return map.edges.map((it) => [nameOf(it.source), nameOf(it.target), oneLine(it.label ?? ''), styleOf(it)])
}

/** How the line of an edge differs from an arrow, as in "both ways, dashed". */
function styleOf({ arrow = edgeDefaults.arrow, dashed = false }: MapEdge): string {
  const direction = { both: 'both ways', none: 'no direction', end: '' }[arrow]
  return [direction, dashed ? 'dashed' : ''].filter((it) => it !== '').join(', ')
}

function diagram(map: ArchitectureMap): NotionBlock {
  if (map.nodes.length + map.edges.length === 0) return paragraph('Nothing to draw yet.')
  const drawn = mermaidOf(map)
  if (drawn !== undefined) return mermaid(drawn)
  return paragraph(
    `Left out: this map is larger than Mermaid draws, which is ${mermaidLimits}. Its PNG export shows it whole.`,
  )
}
