import { type JsonPlace, locateJson, memberOf } from './json-places.ts'

interface Edit {
  start: number
  end: number
  text: string
}

/** Returns the JSON of a map with other positions, given by the ids of services. All else stays as it is: indentation, line ends and the order of keys. @throws JsonFault */
export function moveServices(text: string, positions: ReadonlyMap<string, { x: number; y: number }>): string {
  const edits = (memberOf(mapIn(text), 'nodes')?.items ?? []).flatMap((node) => {
    const id = memberOf(node, 'id')
    const position = id && positions.get(JSON.parse(text.slice(id.start, id.end)) as string)
    return position ? editsOf(text, node, position) : []
  })
  return edits.reduceRight((edited, { start, end, text }) => edited.slice(0, start) + text + edited.slice(end), text)
}

/** The place of the map: the whole text, or the member `map` of a response of the API. */
export function mapIn(text: string): JsonPlace {
  const root = locateJson(text)
  const map = memberOf(root, 'map')
  return map?.members ? map : root
}

/** Edits that set members of an object to numbers. A new member is written as the last one is. */
function editsOf(text: string, object: JsonPlace, values: Readonly<Record<string, number>>): Edit[] {
  const members = object.members ?? []
  const [last, before] = [members.at(-1), members.at(-2)]
  if (!last) return []
  const colon = text.slice(last.keyEnd, last.value.start)
  const gap = text.slice(object.start + 1, members[0]!.keyStart) || colon.slice(colon.indexOf(':') + 1)
  const comma = before ? text.slice(before.value.end, last.keyStart) : `,${gap}`
  const replaced: Edit[] = []
  let added = ''
  for (const [key, value] of Object.entries(values)) {
    const known = memberOf(object, key)
    if (known) replaced.push({ start: known.start, end: known.end, text: String(value) })
    else added += `${comma}${JSON.stringify(key)}${colon}${value}`
  }
  const { end } = last.value
  return [...replaced, { start: end, end, text: added }].toSorted((a, b) => a.start - b.start)
}
