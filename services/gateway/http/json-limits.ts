import { MAX_ELEMENTS } from '@maps/shared/map'

/** Far above any valid body, as is MAX_FIELDS: a map has four levels of objects and some dozen fields. */
const MAX_DEPTH = 32
/** Different fields of the whole text, and fields of one object. */
const MAX_FIELDS = 200
/** Objects and arrays of the largest map: its nodes with their billing, its edges, and what holds them; then some. */
const MAX_CONTAINERS = 3 * MAX_ELEMENTS + 100
/** Values of the largest map: 12 of each edge, 8 of each node, and as many again for billing. */
const MAX_VALUES = 25 * MAX_ELEMENTS
/** Shorter texts are not checked: `JSON.parse` takes a few ms for them at most. */
const UNSUSPECTED_BYTES = 128 * 1_024

/** Bytes of the characters that structure JSON. */
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

/**
 * Says which limit a JSON text exceeds, if any, without parsing it: `JSON.parse` can block the event loop for 0.75 s on 4 MiB of
 * hostile text, and for at most 0.15 s on text within these limits. The check takes a few ms per MiB. Invalid JSON is left to the parser.
 */
export function describeExcessiveJson(text: Buffer): string | undefined {
  if (text.length < UNSUSPECTED_BYTES) return undefined
  const fields = new Uint16Array(MAX_DEPTH + 1)
  const names = new Set<string>()
  let depth = 0
  let containers = 0
  let values = 1
  let textStart = 0
  let textEnd = 0
  for (let at = 0; at < text.length; at++) {
    switch (text[at]!) {
      case QUOTE:
        textStart = at
        at = endOfString(text, at)
        textEnd = at
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
        // V8 makes a hidden class for each new field that follows another.
        names.add(text.toString('latin1', textStart, textEnd))
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
