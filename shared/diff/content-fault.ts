import { arrowKinds, currencies } from '../map-values.ts'

/** The choices of fields that a diff reads. */
const choices: Readonly<Record<string, readonly string[]>> = { currency: currencies, arrow: arrowKinds }
/** The types of the fields that a diff reads, beyond comparing them. */
const fieldTypes = {
  nodes: { id: 'string', label: 'string', tech: 'string', spend: 'number', currency: 'string' },
  edges: { source: 'string', target: 'string', label: 'string', arrow: 'string' },
} as const
const required: ReadonlySet<string> = new Set(['id', 'source', 'target'])

/** Names the first fault of nodes and edges from a file, of what a diff requires of them, as in "nodes[3].id must be a string"; undefined for none. */
export function contentFault(map: unknown): string | undefined {
  const lists = map as Partial<Record<string, unknown>> | null
  for (const [list, fields] of Object.entries(fieldTypes)) {
    const elements = lists?.[list]
    if (!Array.isArray(elements)) return `${list} must be a list`
    const ids = new Set<unknown>()
    for (const [index, element] of (elements as (Partial<Record<string, unknown>> | null)[]).entries()) {
      for (const [field, type] of Object.entries(fields)) {
        const value = element?.[field]
        const isMissing = value === undefined && required.has(field)
        if (isMissing || (value !== undefined && typeof value !== type))
          return `${list}[${index}].${field} must be a ${type}`
        const { [field]: possible } = choices
        if (value !== undefined && possible && !possible.includes(value as string))
          return `${list}[${index}].${field} must be one of ${possible.join(', ')}`
      }
      const { id } = element!
      if (list === 'nodes' && ids.has(id)) return `nodes[${index}].id must be unique`
      ids.add(id)
    }
  }
  return undefined
}
