import {
  arrowKinds,
  billingKinds,
  currencies,
  labelFonts,
  lineKinds,
  MAX_EDGE_LABEL_LENGTH,
  MAX_ID_LENGTH,
  MAX_LABEL_SIZE,
  MAX_NAME_LENGTH,
  MIN_LABEL_SIZE,
} from '@maps/shared/map'
import fc from 'fast-check'

/** Text of every script and every control character that JSON and Postgres can hold. */
function text(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).map((it) => it.replaceAll('\0', '')),
    fc.constantFrom('"', '\\', '\n', '\u2028', '<', '`', '👩‍🚀', '\u202e', "'", '\ufeff', '$1', '%', '{', ']'),
  )
  return fc
    .array(unit, { minLength, maxLength: Math.min(maxLength, 24) })
    .map((it) => [...it.join('')].slice(0, maxLength).join(''))
    .filter((it) => [...it].length >= minLength)
}

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(0, 1e308, -1e308, 5e-324, 0.1, 2 ** 53, -1),
)

const color = fc.oneof(
  fc.integer({ min: 0, max: 0xffffff }).map((it) => `#${it.toString(16).padStart(6, '0')}`),
  fc.constantFrom('#FFF', '#ffff', 'Tomato', 'transparent', 'rgb(1,2,3)', 'rgb(1 2 3 / 50%)', 'hsl(1.5turn 20% 30%)'),
)

const node = fc.record(
  {
    id: text(1, MAX_ID_LENGTH),
    label: text(0, 60),
    tech: text(0, 60),
    spend: number,
    currency: fc.constantFrom(...currencies),
    billing: fc.array(fc.constantFrom(...billingKinds), { maxLength: 5 }),
    x: number,
    y: number,
  },
  { requiredKeys: ['id'] },
)

const edge = fc.record(
  {
    source: text(1, MAX_ID_LENGTH),
    target: text(1, MAX_ID_LENGTH),
    line: fc.constantFrom(...lineKinds),
    label: text(0, MAX_EDGE_LABEL_LENGTH),
    labelColor: color,
    labelSize: fc.double({ min: MIN_LABEL_SIZE, max: MAX_LABEL_SIZE, noNaN: true }),
    labelFont: fc.constantFrom(...labelFonts),
    arrow: fc.constantFrom(...arrowKinds),
    color,
    dotColor: color,
    animated: fc.boolean(),
    dashed: fc.boolean(),
  },
  { requiredKeys: ['source', 'target'] },
)

/** The same record with its keys in another order: a client may write them as it likes. */
function inAnyOrder<T extends object>(record: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return record.chain((it) =>
    fc.shuffledSubarray(Object.entries(it), { minLength: Object.keys(it).length }).map((entries) => {
      return Object.fromEntries(entries) as T
    }),
  )
}

/** What a client may send to create a map. */
export const newMap = fc.record(
  {
    name: text(1, MAX_NAME_LENGTH).filter((it) => it.trim() !== ''),
    nodes: fc.uniqueArray(inAnyOrder(node), { selector: (it) => it.id, maxLength: 8 }),
    edges: fc.array(inAnyOrder(edge), { maxLength: 8 }),
    isPublic: fc.boolean(),
  },
  { requiredKeys: ['name', 'nodes', 'edges'] },
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
