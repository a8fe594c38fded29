import fc from 'fast-check'
import { hostileDrawings } from '../maps/hostile-maps.ts'

/** The same fields in another order: a client may write them as it likes. */
function inAnyOrder<T extends object>(element: T): fc.Arbitrary<T> {
  const entries = Object.entries(element)
  return fc.shuffledSubarray(entries, { minLength: entries.length }).map((it) => Object.fromEntries(it) as T)
}

/** What a client may send to create a map. */
export const newMap = hostileDrawings({ nodes: 8, edges: 8 }).chain(({ name, nodes, edges }) =>
  fc.record(
    {
      name: fc.constant(name),
      nodes: fc.tuple(...nodes.map(inAnyOrder)),
      edges: fc.tuple(...edges.map(inAnyOrder)),
      isPublic: fc.boolean(),
    },
    { requiredKeys: ['name', 'nodes', 'edges'] },
  ),
)

/** A body that is a map but for one place, which holds something odd, or nothing, or something that does not belong there. */
export const nearlyMap = fc
  .tuple(newMap, fc.infiniteStream(fc.nat(0xffff)), oddValue(), fc.constantFrom('replace', 'remove', 'add', 'repeat'))
  .map(([map, choices, odd, change]) => {
    const body: unknown = structuredClone(map)
    const places = placesIn(body)
    const choice = choices.next().value ?? 0
    const { parent, key } = places[choice % places.length]!
    if (Array.isArray(parent)) {
      const index = Number(key)
      if (change === 'replace') parent[index] = odd
      else if (change === 'remove') parent.splice(index, 1)
      else if (change === 'add') parent.splice(index, 0, odd)
      else parent.push(parent[index])
    } else if (change === 'remove') delete parent[key]
    else if (change === 'replace') parent[key] = odd
    else if (change === 'add') parent[`${key}s`] = odd
    return body
  })

function oddValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      null,
      '',
      ' ',
      0,
      -1,
      1e309,
      '\0',
      '\ud800',
      [],
      {},
      [[]],
      true,
      'none',
      'red',
      '12',
      49,
      5.9,
    ),
    fc.string({ minLength: 100, maxLength: 600 }),
  )
}

type Place = { parent: unknown[]; key: number } | { parent: Record<string, unknown>; key: string }

function placesIn(value: unknown): Place[] {
  if (Array.isArray(value)) {
    return value.flatMap((it, key): Place[] => [{ parent: value as unknown[], key }, ...placesIn(it)])
  }
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Record<string, unknown>
  return Object.keys(parent).flatMap((key): Place[] => [{ parent, key }, ...placesIn(parent[key])])
}
