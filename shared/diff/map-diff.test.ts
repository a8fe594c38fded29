import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MapEdge, MapNode } from '../map.ts'
import { cases } from '../../test/rig/cases.ts'
import { hostileStyledMaps } from '../../test/maps/hostile-maps.ts'
import { diffMaps, type FieldChange, isEmptyDiff, type MapContent, type MapDiff } from './map-diff.ts'

interface Content {
  nodes: MapNode[]
  edges: MapEdge[]
}

const sorted = (items: readonly unknown[]): string[] => items.map(textOf).toSorted()
/** JSON without the order of fields. */
const textOf = (item: unknown): string =>
  JSON.stringify(item, (_, value: unknown) =>
    typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value!).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
const without = (item: object, ...fields: string[]) =>
  Object.fromEntries(Object.entries(item).filter(([it]) => !fields.includes(it)))

/** A map without positions and order. */
function canonical({ nodes, edges }: MapContent) {
  return { nodes: sorted(nodes.map((it) => without(it, 'x', 'y'))), edges: sorted(edges) }
}

/** A diff without the order of its lists. */
function canonicalDiff({ nodes, edges, ...rest }: MapDiff) {
  const lists = [...Object.values(nodes), ...Object.values(edges)] as unknown[][]
  return { ...rest, lists: lists.map(sorted) }
}

function changed<Element extends object>(element: Element, changes: readonly FieldChange[]): Element {
  const values = changes.map(({ field, to }) => [field, to] as const)
  const result = { ...element, ...Object.fromEntries(values) }
  return without(result, ...values.flatMap(([field, to]) => (to === undefined ? [field] : []))) as Element
}

const turned = (changes: readonly FieldChange[]) =>
  changes.map(({ field, ...it }) => ({
    field,
    ...('to' in it && { from: it.to }),
    ...('from' in it && { to: it.from }),
  }))

/** Removes, renames, changes and adds, in this order. @throws Error if the map has not what the diff changes */
function apply({ nodes, edges }: MapDiff, map: Content): Content {
  const newIds = new Map(nodes.renamed.map((it) => [it.from, it.to]))
  const newId = (id: string) => newIds.get(id) ?? id
  const changesById = new Map(nodes.changed.map((it) => [it.id, it.changes]))
  const removedIds = new Set(nodes.removed.map((it) => it.id))
  const left = [...map.edges]
  function take(edge: MapEdge): void {
    const at = left.findIndex((it) => textOf(it) === textOf(edge))
    if (at < 0) throw new Error(`There is no ${textOf(edge)}.`)
    left.splice(at, 1)
  }
  for (const edge of edges.removed) take(edge)
  left.splice(0, Infinity, ...left.map((it) => ({ ...it, source: newId(it.source), target: newId(it.target) })))
  for (const { edge, changes } of edges.changed) take(changed(edge, turned(changes)))
  const kept = map.nodes.filter((it) => !removedIds.has(it.id)).map((it) => ({ ...it, id: newId(it.id) }))
  return {
    nodes: [...kept.map((it) => changed(it, changesById.get(it.id) ?? [])), ...nodes.added],
    edges: [...left, ...edges.changed.map((it) => it.edge), ...edges.added],
  }
}

/** The diff in the other direction. */
function reversed({ nodes, edges, costs, moved }: MapDiff): MapDiff {
  const oldIds = new Map(nodes.renamed.map((it) => [it.to, it.from]))
  const oldId = (id: string) => oldIds.get(id) ?? id
  return {
    nodes: {
      added: nodes.removed,
      removed: nodes.added,
      renamed: nodes.renamed.map(({ from, to }) => ({ from: to, to: from })),
      changed: nodes.changed.map(({ id, changes }) => ({ id: oldId(id), changes: turned(changes) })),
    },
    edges: {
      added: edges.removed,
      removed: edges.added,
      changed: edges.changed.map(({ edge, changes }) => {
        const before = changed(edge, turned(changes))
        return { edge: { ...before, source: oldId(edge.source), target: oldId(edge.target) }, changes: turned(changes) }
      }),
    },
    costs: costs.map(({ currency, from, to }) => ({ currency, from: to, to: from })),
    moved,
  }
}

/** A change of an element counts as much as this many changed fields. */
const ELEMENT = 100

/** The changed elements of a diff and, of less weight, the changed fields of its edges. */
function sizeOf({ nodes, edges }: MapDiff): number {
  const lists = [...Object.values(nodes), ...Object.values(edges)] as unknown[][]
  const elements = lists.reduce((sum, it) => sum + it.length, 0)
  return elements * ELEMENT + edges.changed.reduce((sum, it) => sum + it.changes.length, 0)
}

/** The least size of any diff with one of these sets of renames, by trying all matches of edges. */
function leastSize(from: Content, to: Content, sets: readonly (readonly [from: string, to: string])[][]): number {
  const sizes = sets.map((set) => {
    const newIds = new Map(set)
    const taken = new Set(newIds.values())
    const newId = (id: string) => newIds.get(id) ?? (taken.has(id) ? `another ${id}` : id)
    const before = new Map(from.nodes.map((it) => [newId(it.id), textOf(without(it, 'id', 'x', 'y'))]))
    const after = new Map(to.nodes.map((it) => [it.id, textOf(without(it, 'id', 'x', 'y'))]))
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter((it) => before.get(it) !== after.get(it))
    const edges = from.edges.map((it) => ({ ...it, source: newId(it.source), target: newId(it.target) }))
    return (set.length + differing.length) * ELEMENT + leastEdges(edges, to.edges)
  })
  return Math.min(...sizes)
}

function leastEdges([edge, ...others]: MapEdge[], to: readonly MapEdge[]): number {
  if (!edge) return to.length * ELEMENT
  const sizes = to.flatMap((it, at) => {
    if (it.source !== edge.source || it.target !== edge.target) return []
    const fields = [...new Set([...Object.keys(edge), ...Object.keys(it)])] as (keyof MapEdge)[]
    const differing = fields.filter((field) => edge[field] !== it[field]).length
    return [differing + (differing > 0 ? ELEMENT : 0) + leastEdges(others, to.toSpliced(at, 1))]
  })
  return Math.min(ELEMENT + leastEdges(others, to), ...sizes)
}

/** All sets of renames: of a removed and an added node, if no other one has their label and technology. */
function setsOfRenames(from: Content, to: Content) {
  const lacks =
    ({ nodes }: Content) =>
    (node: MapNode) =>
      !nodes.some((it) => it.id === node.id)
  const removed = from.nodes.filter(lacks(to))
  const added = to.nodes.filter(lacks(from))
  const isAlike = (a: MapNode) => (b: MapNode) => a.label === b.label && a.tech === b.tech
  const allowed = removed.flatMap((node) => {
    const matches = added.filter(isAlike(node))
    const isUnique = matches.length === 1 && removed.filter(isAlike(node)).length === 1
    return node.label && isUnique ? [[node.id, matches[0]!.id] as const] : []
  })
  return Array.from({ length: 2 ** allowed.length }, (_, set) => allowed.filter((_, at) => (set >> at) & 1))
}

function expectLaws(from: Content, to: Content): void {
  const diff = diffMaps(from, to)
  expect(canonical(apply(diff, from))).toEqual(canonical(to))
  expect(canonicalDiff(reversed(diff))).toEqual(canonicalDiff(diffMaps(to, from)))
  expect(isEmptyDiff(diffMaps(from, structuredClone(from)))).toBe(true)
  expect(isEmptyDiff(diff)).toBe(textOf(from) === textOf(to))
}

function expectLeast(from: Content, to: Content): void {
  const diff = diffMaps(from, to)
  const size = sizeOf(diff)
  const own = diff.nodes.renamed.map((it) => [it.from, it.to] as const)
  const least = Math.floor(leastSize(from, to, setsOfRenames(from, to)) / ELEMENT)
  // `expect` takes longer than all the rest.
  if (Math.floor(size / ELEMENT) === least && size === leastSize(from, to, [own])) return
  expect.fail(`${textOf(diff)} has not the least size from ${textOf(from)} to ${textOf(to)}`)
}

const id = fc.constantFrom(...'abcde')
const node = fc.record(
  {
    id,
    label: fc.constantFrom('', 'A', 'B', 'C'),
    tech: fc.constantFrom('t', 'u'),
    spend: fc.constantFrom(0, 1.1, 2.2),
    currency: fc.constantFrom('USD', 'EUR'),
    billing: fc.constantFrom<('seat' | 'flat')[]>([], ['seat'], ['seat', 'flat']),
    x: fc.constantFrom(0, 1),
  },
  { requiredKeys: ['id'] },
)
const end = fc.constantFrom(...'abcdex')
const edge = fc.record(
  {
    source: end,
    target: end,
    label: fc.constantFrom('r', 'w', '1'),
    dashed: fc.boolean(),
    labelSize: fc.constantFrom(9, 10, 11),
    arrow: fc.constantFrom('none', 'both'),
  },
  { requiredKeys: ['source', 'target'] },
)
/** Few ends, so that many edges are parallel. */
const parallelEdge = fc
  .tuple(edge, fc.constantFrom('ab', 'ba'))
  .map(([it, [source, target]]) => ({ ...it, source: source!, target: target! }))
const map: fc.Arbitrary<Content> = fc.record({
  nodes: fc.uniqueArray(node, { maxLength: 5, selector: (it) => it.id }),
  edges: fc.oneof(fc.array(edge, { maxLength: 6 }), fc.array(parallelEdge, { maxLength: 6 })),
})

const hostile = hostileStyledMaps({ nodes: 6, edges: 6 }).map(({ nodes, edges }) => ({ nodes, edges }))

/** An edit of a map, as people make them. */
type Edit = (map: Content) => Content
const edit: fc.Arbitrary<Edit> = fc.oneof(
  node.map((added): Edit => ({ nodes, edges }) => ({
    nodes: [...nodes.filter((it) => it.id !== added.id), added],
    edges,
  })),
  id.map((removed): Edit => ({ nodes, edges }) => ({
    nodes: nodes.filter((it) => it.id !== removed),
    edges: edges.filter((it) => it.source !== removed && it.target !== removed),
  })),
  fc.tuple(id, fc.constantFrom(...'efgh'), fc.boolean()).map(([from, to, isFollowed]): Edit => ({ nodes, edges }) => {
    if (nodes.some((it) => it.id === to)) return { nodes, edges }
    const newId = (it: string) => (it === from && isFollowed ? to : it)
    return {
      nodes: nodes.map((it) => (it.id === from ? { ...it, id: to } : it)),
      edges: edges.map((it) => ({ ...it, source: newId(it.source), target: newId(it.target) })),
    }
  }),
  fc.tuple(node, fc.nat()).map(([{ id: _id, ...fields }, at]): Edit => ({ nodes, edges }) => ({
    nodes: nodes.map((it, index) => (index === at % nodes.length ? { ...it, ...fields } : it)),
    edges,
  })),
  edge.map((added): Edit => ({ nodes, edges }) => ({ nodes, edges: [added, ...edges] })),
  fc.nat().map((at): Edit => ({ nodes, edges }) => ({
    nodes,
    edges: edges.filter((_, index) => index !== at % edges.length),
  })),
  fc.tuple(edge, fc.nat()).map(([{ source: _source, target: _target, ...fields }, at]): Edit => ({ nodes, edges }) => ({
    nodes,
    edges: edges.map((it, index) => (index === at % edges.length ? { ...it, ...fields } : it)),
  })),
  fc.constant<Edit>(({ nodes, edges }) => ({ nodes: nodes.toReversed(), edges: edges.toReversed() })),
)
const editedPair = fc.tuple(map, fc.array(edit, { minLength: 1, maxLength: 6 })).map(([before, edits]) => {
  return [before, edits.reduce((it, change) => change(it), before)] as [Content, Content]
})

describe('a diff', { timeout: 120_000 }, () => {
  it.each([
    ['random maps', fc.tuple(map, map)],
    ['maps before and after edits', editedPair],
    ['maps with hostile texts', fc.tuple(hostile, hostile)],
  ])(
    'of %s leads from one to the other, is the opposite of the diff back, and empty for equal maps alone',
    (_, pairs) => {
      fc.assert(
        fc.property(pairs, ([from, to]) => expectLaws(from, to)),
        { numRuns: cases(10_000) },
      )
    },
  )

  it('is the least one, for random maps', () => {
    const pairs = fc.oneof(fc.tuple(map, map), editedPair)
    fc.assert(
      fc.property(pairs, ([from, to]) => expectLeast(from, to)),
      { numRuns: cases(10_000) },
    )
  })

  it('is the least one for every two maps of three ids, two labels and four edges, up to six elements', () => {
    const kinds: MapEdge[] = ['ab', 'bc', 'abr', 'abw'].map(([source, target, label]) => {
      return { source: source!, target: target!, ...(label && { label }) }
    })
    const edges = [
      [],
      ...kinds.map((it) => [it]),
      ...kinds.flatMap((it, at) => kinds.slice(at).map((other) => [it, other])),
    ]
    const nodes = [...'abc'].reduce<MapNode[][]>(
      (sets, id) => sets.flatMap((it) => [it, [...it, { id, label: 'A' }], [...it, { id, label: 'B' }]]),
      [[]],
    )
    const maps = nodes.flatMap((nodes) => edges.map((edges) => ({ nodes, edges, size: nodes.length + edges.length })))
    const pairs = maps.flatMap((from) => maps.map((to) => [from, to] as const))
    const small = pairs.filter(([from, to]) => from.size + to.size <= 6)
    for (const [from, to] of small) expectLeast(from, to)
    expect(small.length).toBe(49_017)
  })

  it('tells a renamed id as such, and the edges of that node as the same', () => {
    const edges = [
      { source: 'web', target: 'db' },
      { source: 'db', target: 'log' },
    ]
    const from = {
      nodes: [
        { id: 'web', label: 'Web' },
        { id: 'db', label: 'Orders', tech: 'PostgreSQL' },
      ],
      edges,
    }
    const to = JSON.parse(JSON.stringify(from).replaceAll('"db"', '"orders"')) as Content
    const nodes = { added: [], removed: [], renamed: [{ from: 'db', to: 'orders' }], changed: [] }
    const diff = { nodes, edges: { added: [], removed: [], changed: [] }, costs: [], moved: 0 }
    expect(diffMaps(from, to)).toEqual(diff)
    const twin = { id: 'twin', label: 'Orders', tech: 'PostgreSQL' }
    expect(diffMaps(from, { ...to, nodes: [...to.nodes, twin] }).nodes.renamed).toEqual([])
  })

  it('tries few sets of renames where the maps have many others: a set takes as long as all of them', () => {
    const nodesWith = (prefix: string) =>
      Array.from({ length: 2_000 }, (_, index) => ({ id: `${prefix}${index}`, label: `Service ${index}` }))
    const edges = Array.from({ length: 6 }, (_, index) => ({ source: `a${2 * index}`, target: `a${2 * index + 1}` }))
    const { renamed } = diffMaps({ nodes: nodesWith('a'), edges: [] }, { nodes: nodesWith('b'), edges }).nodes
    expect(renamed).toHaveLength(2_000 - 12)
  })

  it('tells which of parallel edges is gone, and which field of another differs', () => {
    const [reads, writes, logs] = ['reads', 'writes', 'logs'].map((label) => ({ source: 'a', target: 'b', label }))
    const dashed = { ...logs!, dashed: true }
    const { edges } = diffMaps({ nodes: [], edges: [reads!, writes!, logs!] }, { nodes: [], edges: [writes!, dashed] })
    expect(edges).toEqual({
      added: [],
      removed: [reads],
      changed: [{ edge: dashed, changes: [{ field: 'dashed', to: true }] }],
    })
  })

  it('counts positions and order, and compares names and costs', () => {
    const nodes: MapNode[] = [{ id: 'a', spend: 1.1 }, { id: 'b' }, { id: 'c', x: 1 }, { id: 'd' }]
    const edges = ['ab', 'bc', 'cd'].map(([source, target]) => ({ source: source!, target: target! }))
    const [a, b, c, d] = nodes
    const to = { name: 'New', nodes: [b!, a!, { ...c!, x: 2 }, d!], edges: edges.toReversed() }
    const diff = diffMaps({ name: 'Old', nodes, edges }, to)
    // One of a and b, then c, and two edges.
    expect(diff).toMatchObject({ name: { from: 'Old', to: 'New' }, moved: 4, costs: [] })
    expect(diffMaps({ nodes, edges }, { nodes: [{ id: 'a', spend: 2, currency: 'EUR' }], edges }).costs).toEqual([
      { currency: 'USD', from: 1.1, to: 0 },
      { currency: 'EUR', from: 0, to: 2 },
    ])
  })
})
