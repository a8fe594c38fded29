import { createHash } from 'node:crypto'
import type { ElementKind, ModelElement } from './model.ts'

/** Maximum length of an id, in code points. */
const MAX_LENGTH = 80
const HASH_LENGTH = 8

/** Structurizr identifies an element without an identifier in the DSL by a random UUID, which changes with each export. */
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** A person or a custom element may have the name of a system. */
const suffixes: Partial<Record<ElementKind, string>> = { person: ' (person)', element: ' (element)' }

/**
 * Chooses a node id for each element that survives edits: the identifier in the DSL, else the path of names. Ids of the
 * workspace are sequential, so that an insertion changes them. Of two equal ids, an identifier stays, and the other gets a hash.
 */
export function chooseNodeIds(elements: readonly ModelElement[]): Map<ModelElement, string> {
  const ids = new Map<ModelElement, string>()
  const taken = new Set<string>()
  for (const element of elements.toSorted((a, b) => Number(!identifierOf(a)) - Number(!identifierOf(b)))) {
    const id = freeId(element, taken)
    taken.add(id)
    ids.set(element, id)
  }
  return ids
}

/** The id of an element: cut where it is long, with a hash where it is cut or taken. */
function freeId(element: ModelElement, taken: ReadonlySet<string>): string {
  const { kind, path } = element
  const identifier = identifierOf(element)
  const wanted = (identifier ?? path.join(' / ') + (suffixes[kind] ?? '')).trim()
  const points = [...wanted]
  if (points.length > 0 && points.length <= MAX_LENGTH && !taken.has(wanted)) return wanted
  for (let attempt = 0; ; attempt++) {
    const key = JSON.stringify([identifier ?? [kind, ...path], attempt])
    const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_LENGTH)
    const start = points.slice(0, MAX_LENGTH - HASH_LENGTH - 1).join('')
    const id = `${start.trim()} ${hash}`.trim()
    if (!taken.has(id)) return id
  }
}

function identifierOf({ identifier }: ModelElement): string | undefined {
  return identifier === undefined || UUID.test(identifier) ? undefined : identifier
}
