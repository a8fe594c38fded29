import fc from 'fast-check'
import { hostileStyledMaps } from '../maps/hostile-maps.ts'

/** Shuffles the fields of an element: clients may send them in any order. */
function shuffled<T extends object>(element: T): fc.Arbitrary<T> {
  const entries = Object.entries(element)
  return fc.shuffledSubarray(entries, { minLength: entries.length }).map((it) => Object.fromEntries(it) as T)
}

/** Valid request bodies for a new map. */
export const newMap = hostileStyledMaps({ nodes: 8, edges: 8 }).chain(({ name, nodes, edges }) =>
  fc.record(
    {
      name: fc.constant(name),
      nodes: fc.tuple(...nodes.map(shuffled)),
      edges: fc.tuple(...edges.map(shuffled)),
      isPublic: fc.boolean(),
    },
    { requiredKeys: ['name', 'nodes', 'edges'] },
  ),
)

/** JSON values with one mutation: a value in them replaced, removed, added or repeated. Some are still valid. */
export function mutations(values: fc.Arbitrary<object>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.infiniteStream(fc.nat(0xffff)), oddValue(), fc.constantFrom('replace', 'remove', 'add', 'repeat'))
    .map(([value, choices, odd, change]) => {
      const body: unknown = structuredClone(value)
      const locations = locationsIn(body)
      const choice = choices.next().value ?? 0
      const { parent, key } = locations[choice % locations.length]!
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
}

/** Request bodies for a new map with one mutation. */
export const mutatedMap = mutations(newMap)

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

type Location = { parent: unknown[]; key: number } | { parent: Record<string, unknown>; key: string }

function locationsIn(value: unknown): Location[] {
  if (Array.isArray(value)) {
    return value.flatMap((it, key): Location[] => [{ parent: value as unknown[], key }, ...locationsIn(it)])
  }
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Record<string, unknown>
  return Object.keys(parent).flatMap((key): Location[] => [{ parent, key }, ...locationsIn(parent[key])])
}
