import { MAX_ELEMENTS } from '@maps/shared/map'

/** Deepest nesting, far above that of a valid body: a map has four levels. */
const MAX_DEPTH = 32
/** Maximum number of distinct field names in the text, and of fields of one object. A map has a few dozen. */
const MAX_FIELDS = 200
/** Maximum number of objects and arrays: the nodes, billing lists and edges of the largest map, and a margin. */
const MAX_CONTAINERS = 3 * MAX_ELEMENTS + 100
/** Maximum number of values: those of the largest map, with 12 per edge, and 8 per node besides its billing. */
const MAX_VALUES = 25 * MAX_ELEMENTS
/** Shortest text to check: `JSON.parse` takes at most a few ms for a shorter one. */
const MIN_CHECKED_BYTES = 128 * 1_024

/** Codes of JSON's structural characters. */
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

/**
 * Describes the limit that a JSON text exceeds, if any, without parsing it. `JSON.parse` can block the event loop for 0.75 s on 4 MiB of
 * hostile text, and for at most 0.15 s on text within these limits. The check takes a few ms per MiB. It does not detect invalid JSON.
 */
export function findExceededLimit(text: Buffer): string | undefined {
  if (text.length < MIN_CHECKED_BYTES) return undefined
  const fields = new Uint16Array(MAX_DEPTH + 1)
  const names = new Set<string>()
  let depth = 0
  let containers = 0
  let values = 1
  let stringStart = 0
  let stringEnd = 0
  for (let at = 0; at < text.length; at++) {
    switch (text[at]!) {
      case QUOTE:
        stringStart = at
        at = endOfString(text, at)
        stringEnd = at
        break
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (++depth > MAX_DEPTH) return `must not be nested more than ${MAX_DEPTH} levels deep`
        if (++containers > MAX_CONTAINERS) return `must not have more than ${MAX_CONTAINERS} objects and arrays`
        fields[depth] = 0
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth = Math.max(0, depth - 1)
        break
      case COMMA:
        if (++values > MAX_VALUES) return `must not have more than ${MAX_VALUES} values`
        break
      case COLON:
        // V8 makes a hidden class for each new sequence of field names.
        names.add(text.toString('latin1', stringStart, stringEnd))
        if (names.size > MAX_FIELDS) return `must not have more than ${MAX_FIELDS} different fields`
        fields[depth]! += 1
        if (fields[depth]! > MAX_FIELDS) return `must not have an object of more than ${MAX_FIELDS} fields`
    }
  }
  return undefined
}

/** Finds the closing quote of the string that begins at `start`. */
function endOfString(text: Buffer, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1
  return at
}
