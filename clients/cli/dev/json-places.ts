/** A value in a JSON text, and its place. */
export interface JsonPlace {
  start: number
  end: number
  /** Members of an object, in the order of the text. */
  members?: JsonMember[]
  /** Items of a list. */
  items?: JsonPlace[]
}

/** A member of an object, and its place. */
export interface JsonMember {
  key: string
  keyStart: number
  keyEnd: number
  value: JsonPlace
}

/** A text that is not JSON, and the place from which it is not. */
export class JsonFault extends Error {
  readonly offset: number

  constructor(offset: number) {
    super('This is not JSON.')
    this.offset = offset
  }
}

const MAX_DEPTH = 100
/** A sign or a string, each in a group, or another value. */
const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[ -!#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy

/** Finds the places of all values of a JSON text, which JSON.parse does not tell. @throws JsonFault */
export function locateJson(text: string): JsonPlace {
  const token = new RegExp(TOKEN)
  token.lastIndex = text.startsWith('\uFEFF') ? 1 : 0

  function next(): { sign: string | undefined; string: string | undefined; start: number; end: number } {
    const from = token.lastIndex
    const match = token.exec(text)
    if (!match) throw new JsonFault(from + /^[ \t\r\n]*/.exec(text.slice(from))![0].length)
    const [whole, sign, string] = match
    const end = from + whole.length
    return { sign, string, start: end - whole.trimStart().length, end }
  }

  function peek(sign: string): boolean {
    const from = token.lastIndex
    const isNext = token.exec(text)?.[1] === sign
    token.lastIndex = from
    return isNext
  }

  function take(...signs: string[]): string {
    const { sign, start } = next()
    if (sign === undefined || !signs.includes(sign)) throw new JsonFault(start)
    return sign
  }

  function list<Item>(end: string, read: () => Item): Item[] {
    const items: Item[] = []
    for (let sign = peek(end) ? take(end) : ','; sign !== end; sign = take(',', end)) items.push(read())
    return items
  }

  function member(depth: number): JsonMember {
    const { string, start, end } = next()
    if (string === undefined) throw new JsonFault(start)
    take(':')
    return { key: JSON.parse(string) as string, keyStart: start, keyEnd: end, value: value(depth) }
  }

  function value(depth: number): JsonPlace {
    const { sign, start, end } = next()
    if (sign === undefined) return { start, end }
    if (depth > MAX_DEPTH || (sign !== '{' && sign !== '[')) throw new JsonFault(start)
    if (sign === '[') return { items: list(']', () => value(depth + 1)), start, end: token.lastIndex }
    return { members: list('}', () => member(depth + 1)), start, end: token.lastIndex }
  }

  const whole = value(0)
  const rest = text.slice(token.lastIndex)
  if (rest.trim() !== '') throw new JsonFault(token.lastIndex + rest.length - rest.trimStart().length)
  return whole
}

/** The value of a member of an object; undefined without one. */
export function memberOf(place: JsonPlace | undefined, key: string): JsonPlace | undefined {
  return place?.members?.findLast((it) => it.key === key)?.value
}

/** The number of the line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The place of a field, as in `edges[0].color`, or of the innermost value around it that the text has. */
export function placeOfField(root: JsonPlace, field: string): JsonPlace {
  let place = root
  for (const [, index, key] of field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    const part = index === undefined ? memberOf(place, key!) : place.items?.[Number(index)]
    if (!part) break
    place = part
  }
  return place
}
