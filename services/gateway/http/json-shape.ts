/** Many times what any body of ours has: a map is four levels of objects with some dozen fields. */
const [MAX_DEPTH, MAX_FIELDS] = [32, 200]
/** What is smaller takes the parser a few ms, whatever it is. */
const UNSUSPECTED_BYTES = 128 * 1_024

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * What is wrong with how a JSON text is built, if anything: told in a few ms for each MiB, where an object of 300,000 fields, or two
 * million lists in each other, would hold up everybody for a third of a second in `JSON.parse`. What is not JSON at all is for the parser to say.
 */
export function findMisshape(text: Buffer): string | undefined {
  if (text.length < UNSUSPECTED_BYTES) return undefined
  const fields = new Uint16Array(MAX_DEPTH + 1)
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    switch (text[at]!) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (++depth > MAX_DEPTH) return `must not be nested more than ${MAX_DEPTH} levels deep`
        fields[depth] = 0
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth = Math.max(0, depth - 1)
        break
      case COLON:
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
