import type { MapEdge, MapNode } from '../typescript/index.ts'

/** Mermaid's limits on GitHub: https://mermaid.js.org/config/schema-docs/config.html */
const MAX_EDGES = 500
const MAX_LENGTH = 50_000

/** The change of a service since an earlier map. */
export type Mark = 'added' | 'changed'

const classes = [
  'classDef added stroke:#1a7f37,stroke-width:3px',
  'classDef changed stroke:#bf8700,stroke-width:3px,stroke-dasharray:6 3',
]

/**
 * Writes a map as a Mermaid flowchart; undefined if it exceeds GitHub's limits.
 * @param marks the change of each node, in the order of the nodes
 */
export function drawMermaid(
  { nodes, edges }: { nodes: readonly MapNode[]; edges: readonly MapEdge[] },
  marks: readonly (Mark | undefined)[],
): string | undefined {
  if (edges.length > MAX_EDGES) return undefined
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]))
  const lines = nodes.map(({ id, label, tech }, index) => {
    const text = [encode(label ?? '') || encodeId(id), encode(tech ?? '')].filter(Boolean).join('<br>')
    return `  n${index}["${text}"]${marks[index] ? `:::${marks[index]}` : ''}`
  })
  function nameOf(id: string): string {
    const known = names.get(id)
    if (known !== undefined) return known
    const name = `n${names.size}`
    names.set(id, name)
    lines.push(`  ${name}(["${encodeId(id)}"])`)
    return name
  }
  const linkLines = edges.map((it) => `  ${nameOf(it.source)} ${linkOf(it)} ${nameOf(it.target)}`)
  const used = classes.filter((it) => marks.some((mark) => it.startsWith(`classDef ${mark} `)))
  const diagram = ['flowchart LR', ...lines, ...linkLines, ...used.map((it) => `  ${it}`)].join('\n')
  return diagram.length > MAX_LENGTH ? undefined : diagram
}

const links = {
  none: ['---', '-.-'],
  end: ['-->', '-.->'],
  both: ['<-->', '<-.->'],
} as const

function linkOf({ arrow = 'end', dashed = false, label = '' }: MapEdge): string {
  const text = encode(label)
  return `${links[arrow][dashed ? 1 : 0]}${text && `|"${text}"|`}`
}

/** Encodes an id for Mermaid, which permits no empty name. */
function encodeId(id: string): string {
  return encode(id) || 'unnamed'
}

/** Encodes map text for a quoted string: one line, with characters of Mermaid, Markdown and HTML syntax as `#<code point>;`. */
function encode(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replaceAll(/[^\p{L}\p{N}\p{M} ,]/gu, (it) => `#${it.codePointAt(0)};`)
}
