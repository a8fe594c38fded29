import {
  type ArchitectureMap,
  MAX_EDGE_LABEL_LENGTH,
  MAX_ELEMENTS,
  MAX_LABEL_SIZE,
  type MapEdge,
  type MapNode,
} from '@maps/shared/map'
import { arrowKinds, billingKinds, currencies, labelFonts, lineKinds } from '@maps/shared/map-values'
import { defaultPlans, type PlanName } from '@maps/shared/plans'
import { createRandom, type Random } from '../bench/random.ts'
import { MAX_JSON_BYTES } from '../../services/gateway/http/body.ts'
import { mapOf } from './sample-map.ts'

/** A map that the API accepts from a workspace of this plan, and that is expensive to export. */
export interface WorstMap {
  /** Describes the map to people: two maps may have the same name. */
  name: string
  plan: PlanName
  map: ArchitectureMap
}

/** The features of a map. `places`, `links`, `labels` and `nodeTexts` are keys of the tables below. */
interface Recipe {
  plan: PlanName
  /** Reduced to the limit of the plan. */
  nodes: number
  edges: number
  places: keyof typeof places
  links: keyof typeof links
  labels: keyof typeof texts
  nodeTexts: keyof typeof texts
  line: (typeof lineKinds)[number] | 'all lines'
  size: number
  style: 'plain' | 'every field'
}

/** The ends of an edge: the number of a node, or an id that no node has. */
type Ends = readonly [source: number | string, target: number | string]

const MAX_NODE_TEXT = 500
const FAR = 1e308
/** Largest size of nodes and edges in a request body. */
const MAX_BYTES = MAX_JSON_BYTES - 1_024
/** Smallest size of an edge in a request body. */
const MIN_EDGE_BYTES = 100
/** As long as ids can be if each edge has two of them. */
const LONG_ID = 'W'.repeat(150)

/** The position of a node among `count` nodes, if it has one. */
const places = {
  nowhere: () => ({}),
  'one spot': () => ({ x: 0, y: 0 }),
  'nearly one spot': (index: number) => ({ x: index === 0 ? 1 : 0, y: 0 }),
  'a few px apart': (index: number, _count: number, random: Random) => ({ x: random.below(60), y: random.below(40) }),
  'between 0 and 1': (_index: number, _count: number, random: Random) => ({
    x: random.below(1e6) / 1e6,
    y: random.below(1e6) / 1e6,
  }),
  'tiny differences': (index: number) => ({ x: 1e9 + index * 1e-6, y: 0.1 + index * 5e-17 }),
  'overlapping rows': (index: number, count: number) => {
    const columns = Math.ceil(Math.sqrt(count))
    return { x: (index % columns) * 80, y: Math.floor(index / columns) * 50 }
  },
  'one row': (index: number) => ({ x: index * 250, y: 0 }),
  grid: (index: number, count: number) => {
    const columns = Math.ceil(Math.sqrt(count))
    return { x: (index % columns) * 320, y: Math.floor(index / columns) * 160 }
  },
  'far apart': (index: number, count: number, random: Random) => ({ x: random.below(24_000), y: random.below(24_000) }),
  'as far apart as can be': (index: number) => ({ x: index * 1e7, y: ((index * 37) % 101) * 1e7 }),
  'ends of the range': (index: number) => ({ x: index % 2 ? FAR : -FAR, y: index % 3 ? -FAR : FAR }),
  'a long diagonal': (index: number) => ({ x: index * 600, y: index * 600 }),
  'half of them': (index: number) => (index % 2 ? {} : { x: (index % 7) * 300, y: index * 3 }),
  'one of them': (index: number) => (index === 0 ? { x: 0, y: 0 } : {}),
} satisfies Record<string, (index: number, count: number, random: Random) => { x?: number; y?: number }>

/** The ends of an edge in a map of `count` nodes. */
const links = {
  clique: (index: number, count: number): Ends => {
    const step = 1 + (Math.floor(index / count) % Math.max(1, count - 1))
    return [index % count, (index + step) % count]
  },
  'star out': (index: number, count: number): Ends => [0, 1 + (index % Math.max(1, count - 1))],
  'star in': (index: number, count: number): Ends => [1 + (index % Math.max(1, count - 1)), 0],
  'one pair': (index: number): Ends => (index % 2 ? [0, 1] : [1, 0]),
  'loops on one': (): Ends => [0, 0],
  'loops on all': (index: number, count: number): Ends => [index % count, index % count],
  chain: (index: number, count: number): Ends => [index % count, (index + 1) % count],
  'a chain, and from its begin to its end': (index: number, count: number): Ends => {
    const far = index % 5
    return index < count - 1 ? [index, index + 1] : [far, Math.max(far, count - 1 - far)]
  },
  bipartite: (index: number, count: number): Ends => {
    const half = Math.max(1, Math.floor(count / 2))
    return [index % half, half + (Math.floor(index / half) % Math.max(1, count - half))]
  },
  'near neighbours': (index: number, count: number, random: Random): Ends => {
    const source = random.below(count)
    return [source, (source + 1 + random.below(6)) % count]
  },
  'any two': (_index: number, count: number, random: Random): Ends => [random.below(count), random.below(count)],
  'pairs that do not exist': (index: number): Ends => [`from ${index}`, `to ${index}`],
  'a star of what does not exist': (index: number): Ends => [0, `to ${index}`],
  'a chain of what does not exist': (index: number): Ends => [`${index}`, `${index + 1}`],
  'a tree of what does not exist': (index: number): Ends => [
    index === 0 ? 0 : `to ${Math.floor((index - 1) / 2)}`,
    `to ${index}`,
  ],
  'stars of what does not exist': (index: number, count: number): Ends => [index % count, `to ${index}`],
  'long ids that do not exist': (index: number): Ends => [`from ${LONG_ID} ${index}`, `to ${LONG_ID} ${index}`],
} satisfies Record<string, (index: number, count: number, random: Random) => Ends>

/** A text of at most `length` code points, which mostly depends on the index. */
const texts = {
  none: () => undefined,
  short: (index: number) => `call ${index}`,
  same: (_index: number, length: number) => 'i'.repeat(length),
  words: (index: number, length: number) => repeated(['W', ' '], length, index),
  'one long word': (index: number, length: number) => repeated(['W'], length, index),
  chinese: (index: number, length: number) => repeated(['漢', '字', '間'], length, index),
  korean: (index: number, length: number) => repeated(['각', '힣', ' '], length, index),
  arabic: (index: number, length: number) => repeated(['ﷺ', 'م', 'ح', ' '], length, index),
  devanagari: (index: number, length: number) => repeated(['क', '्', 'ष', 'ि', ' '], length, index),
  thai: (index: number, length: number) => repeated(['ก', '็', 'บ', '้'], length, index),
  emoji: (index: number, length: number) => repeated([...'👩🏽‍❤️‍💋‍👨🏿👨‍👩‍👧‍👦'], length, index),
  flags: (index: number, length: number) => repeated([...'🇩🇪🇯🇵'], length, index),
  'combining marks': (index: number, length: number) => repeated(['Z', ...'̴̵̶̷̸̀́̂̃'], length, index),
  'one letter and its marks': (index: number, length: number) =>
    `a${repeated(['\u0301', '\u0316'], length - 1, index)}`,
  'every script': (index: number, length: number) => repeated([...'aБΩ漢ع한ก็क्षि😀é 1'], length, index),
  'invisible characters': (_index: number, length: number) => repeated(['\u200d', '\u202e', 'x'], length, 0),
} satisfies Record<string, (index: number, length: number) => string | undefined>

const everything = { plan: 'free', nodes: MAX_ELEMENTS, edges: MAX_ELEMENTS, size: 10, style: 'plain' } as const
const base: Recipe = {
  ...everything,
  places: 'overlapping rows',
  links: 'clique',
  labels: 'words',
  nodeTexts: 'short',
  line: 'step',
}
const pro: Recipe = { ...base, plan: 'pro', places: 'nowhere', line: 'all lines' }

const chainAndFar = 'a chain, and from its begin to its end'

/** Recipes found by hand: each is the worst in one respect. */
const handMade: readonly Partial<Recipe>[] = [
  // A hundred services that overlap as far as positions stay: all labels are stacked, of every kind of line.
  {},
  { labels: 'short', size: MAX_LABEL_SIZE },
  { line: 'bezier', labels: 'chinese', size: MAX_LABEL_SIZE },
  { line: 'straight', labels: 'combining marks', places: 'a few px apart' },
  { line: 'smoothstep', labels: 'emoji', places: 'nearly one spot' },
  { edges: 2_000, links: 'clique', labels: 'words', size: MAX_LABEL_SIZE },
  { edges: 2_000, links: 'clique', line: 'bezier', places: 'between 0 and 1' },
  { edges: 2_000, links: 'one pair', places: 'grid', labels: 'words', size: MAX_LABEL_SIZE },
  { edges: 2_000, links: 'loops on one', labels: 'words', size: MAX_LABEL_SIZE },
  { links: 'loops on one', labels: 'words', line: 'bezier' },
  { links: 'loops on all', labels: 'short', line: 'smoothstep', places: 'one spot' },
  { links: 'one pair', places: 'nowhere', labels: 'words' },
  { links: 'star out', places: 'nowhere', labels: 'arabic', size: MAX_LABEL_SIZE },
  { links: 'star in', places: 'grid', labels: 'devanagari' },
  { links: 'clique', places: 'tiny differences' },
  { links: 'clique', places: 'ends of the range', line: 'bezier' },
  // The largest pictures: everything is far apart, and lines are everywhere.
  { places: 'as far apart as can be', line: 'bezier', labels: 'none' },
  { places: 'far apart', line: 'straight', labels: 'short' },
  { places: 'far apart', line: 'step', labels: 'words', size: MAX_LABEL_SIZE, style: 'every field' },
  { places: 'a long diagonal', line: 'bezier', labels: 'short', style: 'every field' },
  { places: 'grid', line: 'bezier', labels: 'every script', style: 'every field', nodeTexts: 'every script' },
  { edges: 2_000, places: 'far apart', line: 'step', labels: 'words', size: MAX_LABEL_SIZE },
  // The most work for the layout.
  { places: 'nowhere', edges: 2_000, links: 'any two', labels: 'none' },
  { places: 'nowhere', edges: 2_000, links: 'bipartite', labels: 'words' },
  { places: 'nowhere', edges: 2_000, links: 'chain', labels: 'none' },
  { places: 'half of them', links: 'clique' },
  { places: 'one of them', links: 'star out' },
  // Twenty thousand cards that no plan counts: edges may name what does not exist.
  { places: 'nowhere', links: 'pairs that do not exist', labels: 'none' },
  { places: 'one spot', links: 'pairs that do not exist', labels: 'short' },
  { places: 'one of them', links: 'a star of what does not exist', labels: 'none' },
  { places: 'grid', links: 'a chain of what does not exist', labels: 'short' },
  { places: 'nowhere', links: 'a chain of what does not exist', edges: 2_000, labels: 'short' },
  // A pro workspace's.
  pro,
  { ...pro, edges: 2_000, nodes: 1_500, links: 'any two', labels: 'none' },
  { ...pro, edges: 2_000, nodes: 1_500, links: 'near neighbours', labels: 'words', line: 'step' },
  { ...pro, edges: 2_000, nodes: 1_000, links: 'bipartite', labels: 'none' },
  { ...pro, edges: 2_000, places: 'overlapping rows', links: 'any two', line: 'step' },
  { ...pro, edges: 2_000, places: 'between 0 and 1', links: 'any two', line: 'bezier' },
  { ...pro, places: 'half of them', links: 'any two', labels: 'same', size: MAX_LABEL_SIZE },
  { ...pro, places: 'one of them', links: 'star out', labels: 'none' },
  { ...pro, places: 'one of them', links: 'chain', labels: 'none' },
  { ...pro, places: 'far apart', links: 'any two', labels: 'short', style: 'every field' },
  { ...pro, places: 'grid', links: 'near neighbours', nodeTexts: 'one long word', labels: 'one long word' },
  { ...pro, edges: 0, places: 'nowhere', nodeTexts: 'emoji' },
  { ...pro, edges: 0, places: 'nearly one spot', nodeTexts: 'chinese' },
  { ...pro, edges: 10, places: 'as far apart as can be', nodeTexts: 'one letter and its marks' },
  { ...pro, nodeTexts: 'invisible characters', labels: 'invisible characters', links: 'clique' },
  // Cards that find no room near their neighbours.
  { ...pro, places: 'nearly one spot', links: 'a star of what does not exist', labels: 'none' },
  { ...pro, places: 'grid', links: 'a star of what does not exist', labels: 'none' },
  { ...pro, places: 'grid', links: 'stars of what does not exist', labels: 'none' },
  { ...pro, places: 'one of them', links: 'a tree of what does not exist', labels: 'none' },
  { ...pro, places: 'overlapping rows', links: 'long ids that do not exist', labels: 'none' },
  // Lines that pass the most cards, or lie behind them.
  { ...pro, edges: 2_000, places: 'a long diagonal', links: 'any two', labels: 'none', line: 'bezier' },
  { ...pro, edges: 2_000, places: 'a long diagonal', links: 'any two', labels: 'words', line: 'straight' },
  { ...pro, edges: 2_000, places: 'as far apart as can be', links: 'any two', labels: 'none', line: 'step' },
  { ...pro, edges: 2_000, places: 'nearly one spot', links: 'any two', labels: 'none', line: 'step' },
  // What random maps of up to 2,000 connections were slow with.
  { edges: 2_000, places: 'as far apart as can be', links: 'one pair', labels: 'none', line: 'step' },
  { ...pro, edges: 1_000, nodes: 300, links: chainAndFar, labels: 'none', line: 'straight' },
  { ...pro, edges: 2_000, nodes: 100, links: chainAndFar, labels: 'none', line: 'smoothstep' },
  { ...pro, edges: 2_000, nodes: 500, links: chainAndFar, labels: 'none', line: 'bezier' },
  { ...pro, edges: 2_000, nodes: 1_500, links: 'bipartite', labels: 'none' },
]

/**
 * Generates the worst maps that the API accepts: first the recipes found by hand, then random mixtures of their features. A map
 * depends on seed and index alone, not on `count`.
 */
export function* worstMaps(seed: string, count: number): Generator<WorstMap> {
  const random = createRandom(`worst maps ${seed}`)
  for (let index = 0; index < count; index++) {
    const recipe: Recipe = index < handMade.length ? { ...base, ...handMade[index] } : randomRecipe(random)
    yield buildMap(recipe, `${seed} ${index}`)
  }
}

function randomRecipe(random: Random): Recipe {
  const key = <Table extends object>(table: Table) => random.pick(Object.keys(table)) as keyof Table
  return {
    plan: random.pick(['free', 'free', 'pro']),
    nodes: random.pick([1, 2, 10, 100, 500, 1_500, MAX_ELEMENTS]),
    edges: random.pick([100, 1_000, 1_999, 2_000, 2_001, 5_000, MAX_ELEMENTS]),
    places: key(places),
    links: key(links),
    labels: key(texts),
    nodeTexts: key(texts),
    line: random.pick([...lineKinds, 'all lines']),
    size: random.pick([6, 10, 20, MAX_LABEL_SIZE]),
    style: random.pick(['plain', 'every field']),
  }
}

function buildMap(recipe: Recipe, seed: string): WorstMap {
  const random = createRandom(seed)
  const { plan, size } = recipe
  const nodeCount = Math.min(recipe.nodes, defaultPlans[plan].nodes)
  const nodes = takeBytes(
    Array.from({ length: nodeCount }, (_, index) => nodeOf(recipe, index, nodeCount, random)),
    MAX_BYTES - recipe.edges * MIN_EDGE_BYTES,
  )
  const edges = takeBytes(
    Array.from({ length: recipe.edges }, (_, index) => edgeOf(recipe, index, nodes.length, random)),
    MAX_BYTES - Buffer.byteLength(JSON.stringify(nodes)),
  )
  const counts = `${plan}, ${nodes.length} services on ${recipe.places} (${recipe.nodeTexts})`
  const lines = `${edges.length} × ${recipe.links} by ${recipe.line} (${recipe.labels}, ${size} px, ${recipe.style})`
  return { name: `${counts}, ${lines}`, plan, map: mapOf(nodes, edges, 'Worst') }
}

function nodeOf(recipe: Recipe, index: number, count: number, random: Random): MapNode {
  const label = texts[recipe.nodeTexts](index, MAX_NODE_TEXT)
  return {
    id: `n${index}`,
    ...(label !== undefined && { label, tech: label }),
    ...(recipe.style === 'every field' && {
      spend: index * 1e6,
      currency: random.pick(currencies),
      billing: [...billingKinds],
    }),
    ...places[recipe.places](index, count, random),
  }
}

function edgeOf({ links: kind, labels, line, size, style }: Recipe, index: number, count: number, random: Random) {
  const [source, target] = links[kind](index, count, random).map((it) =>
    typeof it === 'string' ? it : `n${Math.min(it, count - 1)}`,
  )
  const label = texts[labels](index, MAX_EDGE_LABEL_LENGTH)
  const edge: MapEdge = { source: source!, target: target!, line: line === 'all lines' ? random.pick(lineKinds) : line }
  if (label !== undefined) Object.assign(edge, { label, labelSize: size })
  if (style === 'plain') return edge
  const color = (): string => `hsl(${random.below(360)} 80% 45% / 0.${1 + random.below(9)})`
  return {
    ...edge,
    labelColor: color(),
    labelFont: random.pick(labelFonts),
    arrow: random.pick(arrowKinds),
    color: color(),
    dotColor: color(),
    animated: true,
    dashed: true,
  }
}

/** The first elements that fit into that many bytes of JSON. */
function takeBytes<T>(elements: readonly T[], bytes: number): T[] {
  let left = bytes
  return elements.filter((it) => (left -= Buffer.byteLength(JSON.stringify(it)) + 1) > 0)
}

/** Repeats units up to that length, with the index in the middle, so that all texts differ. */
function repeated(units: readonly string[], length: number, index: number): string {
  const number = String(index)
  const rest = Array.from({ length: Math.max(0, length - number.length) }, (_, at) => units[at % units.length]!)
  return [...rest.slice(0, rest.length / 2), number, ...rest.slice(rest.length / 2)].join('')
}
