import { MAX_ELEMENTS } from '@maps/shared/map'

/** Far above any valid body: a map has four levels of objects and some dozen fields. */
const [MAX_DEPTH, MAX_FIELDS] = [32, 200]
/** Objects and arrays of the largest map: its nodes with their billing, its edges, and what holds them; then some. */
const MAX_CONTAINERS = 3 * MAX_ELEMENTS + 100
/** Values of the largest map: 12 of each edge, 8 of each node, and as many again for billing. */
const MAX_VALUES = 25 * MAX_ELEMENTS
/** Shorter texts are not checked: `JSON.parse` takes a few ms for them at most. */
const UNSUSPECTED_BYTES = 128 * 1_024

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * What is wrong with how a JSON text is built, if anything. Of 4 MiB, `JSON.parse` takes 0.75 s of the event loop where each object
 * has other fields, 0.3 s for short texts or arrays in each other and 0.2 s for empty objects; of what passes here at most 0.15 s.
 * To tell takes a few ms for each MiB. What is not JSON at all is for the parser to say.
 */
export function describeMalformedJson(text: Buffer): string | undefined {
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

/** Where the string that begins at `start` has its last quote. */
function endOfString(text: Buffer, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1
  return at
}
