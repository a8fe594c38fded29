import type { MapEdge, MapNode } from '../map.ts'
import { edgeDefaults } from '../map-values.ts'
import { oneLine, serviceName } from '../text.ts'

/** Mermaid's default limit of edges: https://mermaid.js.org/config/schema-docs/config.html */
const MAX_MERMAID_EDGES = 500
/** Mermaid's default limit of characters in a diagram. */
export const MAX_MERMAID_LENGTH = 50_000
/** Mermaid's limits in words. */
export const mermaidLimits = `${MAX_MERMAID_EDGES} dependencies and ${MAX_MERMAID_LENGTH} characters`

/** The change of an element since an earlier map. */
export type Mark = 'added' | 'removed' | 'changed'

const strokes: Readonly<Record<Mark, string>> = {
  added: 'stroke:#1a7f37,stroke-width:3px',
  removed: 'stroke:#cf222e,stroke-width:3px,stroke-dasharray:2 4',
  changed: 'stroke:#bf8700,stroke-width:3px,stroke-dasharray:6 3',
}

/**
 * Writes the map as a Mermaid flowchart; undefined if it exceeds Mermaid's limits. Ids are generated. Map text is quoted,
 * and characters of Mermaid, Markdown and HTML syntax are encoded.
 * @param markOf the mark of an element, for a picture of changes
 */
export function mermaidOf(
  map: { nodes: readonly MapNode[]; edges: readonly MapEdge[] },
  markOf: (element: MapNode | MapEdge) => Mark | undefined = () => undefined,
): string | undefined {
  const lines = linesOf(map.edges)
  if (lines.length > MAX_MERMAID_EDGES) return undefined
  const ids = new Map<string, string>()
  const nodeLines: string[] = []
  let length = 0
  const declare = (id: string, label: string, mark?: Mark): string => {
    const known = ids.get(id)
    if (known) return known
    const generated = `n${ids.size}`
    ids.set(id, generated)
    nodeLines.push(`  ${generated}["${label}"]${mark ? `:::${mark}` : ''}`)
    length += label.length
    return generated
  }
  for (const node of map.nodes) {
    const tech = oneLine(node.tech ?? '')
    declare(node.id, encode(serviceName(node)) + (tech ? `<br>${encode(tech)}` : ''), markOf(node))
    if (length > MAX_MERMAID_LENGTH) return undefined
  }
  const endOf = (id: string) => declare(id, encode(serviceName({ id })))
  const edgeLines = lines.map((edges) => {
    const [{ source, target }] = edges
    return `  ${endOf(source)} ${link(edges)} ${endOf(target)}`
  })
  const styleLines = Object.entries(strokes).flatMap(([mark, stroke]) => {
    const links = lines.flatMap((edges, index) => (markOfLine(edges, markOf) === mark ? [index] : []))
    return [
      ...(map.nodes.some((it) => markOf(it) === mark) ? [`  classDef ${mark} ${stroke}`] : []),
      ...(links.length > 0 ? [`  linkStyle ${links.join()} ${stroke}`] : []),
    ]
  })
  const diagram = ['flowchart LR', ...nodeLines, ...edgeLines, ...styleLines].join('\n')
  return diagram.length > MAX_MERMAID_LENGTH ? undefined : diagram
}

const links = {
  none: { solid: '---', dashed: '-.-' },
  end: { solid: '-->', dashed: '-.->' },
  both: { solid: '<-->', dashed: '<-.->' },
}

/** Edges that one line of the diagram stands for. */
type LineEdges = [MapEdge, ...MapEdge[]]

/** One line for each edge, but for the edges of a service with itself: of several, Mermaid draws the last one alone. */
function linesOf(edges: readonly MapEdge[]): LineEdges[] {
  const lines = new Map<unknown, LineEdges>()
  for (const [index, edge] of edges.entries()) {
    const key = edge.source === edge.target ? edge.source : index
    const line = lines.get(key)
    if (line) line.push(edge)
    else lines.set(key, [edge])
  }
  return [...lines.values()]
}

/** The mark of the edges of a line; `changed` if they have several. */
function markOfLine(edges: LineEdges, markOf: (edge: MapEdge) => Mark | undefined): Mark | undefined {
  const [mark, ...others] = new Set(edges.map(markOf))
  return others.length === 0 ? mark : 'changed'
}

function link(edges: LineEdges): string {
  const labels = edges.map((it) => oneLine(it.label ?? '')).filter((it) => it !== '')
  const label = encode([...new Set(labels)].join(', '))
  const stroke = edges.every((it) => it.dashed ?? edgeDefaults.dashed) ? 'dashed' : 'solid'
  const [arrow, ...others] = new Set(edges.map((it) => it.arrow ?? edgeDefaults.arrow))
  return links[others.length === 0 ? arrow! : 'both'][stroke] + (label && `|"${label}"|`)
}

/**
 * Encodes characters as `#<code point>;`, except letters, digits, spaces, commas, slashes, pictographs, and dots and dashes in words. Mermaid takes what is
 * between two pairs of dollar signs for a formula, also if they are encoded: a character without width (U+2060) is between two of them.
 */
function encode(text: string): string {
  const special =
    /(?<![\p{L}\p{N}])[-.]|[-.](?![\p{L}\p{N}])|[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{Join_Control} ,/.-]/gu
  return text.replace(/\$(?=\$)/g, '$\u2060').replace(special, (it) => `#${it.codePointAt(0)};`)
}
