import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { createRandom, type Random } from './random.ts'

/** `placed`: every position set, as an editor leaves a map. `unplaced`: none, so that the layout is part of the work. */
export const families = ['placed', 'unplaced'] as const
export type Family = (typeof families)[number]

/** Names one map among all that can be made. */
export interface Sample {
  family: Family
  nodes: number
  index: number
  seed: number
}

const EDGES_PER_NODE = 1.5
const CELL = { width: 260, height: 150 }
/** How far from its grid point somebody left a card. */
const SLOPPINESS = 20
const SLIDE = 1.6
const workspaceId = '0198b2f0-0000-7000-8000-00000000ac3e'

const areas = [
  'Checkout',
  'Billing',
  'Search',
  'Catalogue',
  'Identity',
  'Shipping',
  'Pricing',
  'Support',
  'Media',
  'Risk',
]
const roles = ['API', 'worker', 'gateway', 'database', 'cache', 'queue', 'scheduler', 'frontend', 'ledger', 'index']
const techs = [
  'Go 1.26',
  'PostgreSQL 18',
  'Redis 8',
  'Node.js 24',
  'Kafka',
  'React 19',
  'Rust',
  'Elasticsearch',
  'S3',
  'Envoy',
]
const places = ['eu-west-1', 'us-east-2', 'on premises', 'managed', 'three replicas', 'spot', 'ap-south-1', 'shared']
const verbs = [
  'reads',
  'writes',
  'publishes',
  'asks',
  'settles',
  'replicates',
  'streams',
  'invalidates',
  'signs',
  'retries',
]
const objects = [
  'orders',
  'prices',
  'sessions',
  'invoices',
  'events',
  'stock',
  'tokens',
  'parcels',
  'reports',
  'images',
]
const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD'] as const
const colors = ['#3b82f6', 'tomato', 'hsl(160 60% 40%)', 'rgb(120, 80, 200)']

/** The map of that name: always the same, and no text of it is in any other, so that nothing remembered helps. */
export function mapOf(sample: Sample): ArchitectureMap {
  const { family, nodes: count, index, seed } = sample
  const random = createRandom(`${seed} ${count} ${index}`)
  const columns = Math.max(2, Math.round(Math.sqrt((count * SLIDE * CELL.height) / CELL.width)))
  const nodes = Array.from({ length: count }, (_, number) => nodeOf(number, columns, random))
  const edgeCount = Math.round(count * EDGES_PER_NODE)
  const link = family === 'placed' ? neighbours : tiers
  const edges = Array.from({ length: edgeCount }, (_, number) => edgeOf(link(number, count, columns, random), random))
  return {
    id: uuidOf(random),
    workspaceId,
    name: `${random.pick(areas)} platform ${random.word()}`,
    isPublic: false,
    nodes: family === 'placed' ? nodes : nodes.map(({ x: _x, y: _y, ...node }) => node),
    edges,
    createdAt: '2026-02-27T09:00:00.000Z',
    updatedAt: '2026-03-01T14:05:59.123Z',
  }
}

/** Every field that a card can show. */
function nodeOf(number: number, columns: number, random: Random): MapNode {
  const [column, row] = [number % columns, Math.floor(number / columns)]
  return {
    id: `service-${number}`,
    label: `${random.pick(areas)} ${random.pick(roles)} ${random.word()}`,
    tech: `${random.pick(techs)}, ${random.pick(places)}, ${random.word()}`,
    spend: random.below(40_000) + random.below(100) / 100,
    currency: random.pick(currencies),
    billing: random.below(3) === 0 ? ['seat', 'usage'] : [random.pick(['seat', 'team', 'usage', 'flat'] as const)],
    x: column * CELL.width + random.below(SLOPPINESS),
    y: row * CELL.height + random.below(SLOPPINESS),
  }
}

/** Source and target, by their numbers. */
type Link = readonly [source: number, target: number]

/** Mostly neighbours on the grid, as in a map that somebody arranged; now and then a line across it. */
function neighbours(number: number, count: number, columns: number, random: Random): Link {
  const source = number % count
  const step = random.below(8) === 0 ? random.below(count) : random.pick([1, columns, columns + 1, columns - 1])
  const target = (source + step) % count
  return [source, target === source ? (source + 1) % count : target]
}

/** From a tier to the next one or the one after, as callers go from frontends to databases. */
function tiers(number: number, count: number, _columns: number, random: Random): Link {
  const tierCount = Math.max(2, Math.round(1.5 * Math.log(count)))
  const startOf = (tier: number): number => Math.ceil((tier * count) / tierCount)
  const source = number % startOf(tierCount - 1)
  const tier = Math.floor((source * tierCount) / count)
  const next = Math.min(tierCount - 1, tier + (random.below(5) === 0 ? 2 : 1))
  return [source, startOf(next) + random.below(startOf(next + 1) - startOf(next))]
}

function edgeOf([source, target]: Link, random: Random): MapEdge {
  return {
    source: `service-${source}`,
    target: `service-${target}`,
    line: random.pick(['bezier', 'bezier', 'bezier', 'smoothstep', 'step', 'straight']),
    ...(random.below(5) > 0 && { label: `${random.pick(verbs)} ${random.pick(objects)} ${random.word()}` }),
    labelFont: random.pick(['sketch', 'sketch', 'sans', 'mono']),
    labelSize: random.pick([10, 10, 11, 12]),
    arrow: random.pick(['end', 'end', 'end', 'both', 'none']),
    ...(random.below(6) === 0 && { color: random.pick(colors) }),
    dashed: random.below(6) === 0,
    animated: random.below(4) > 0,
  }
}

function uuidOf(random: Random): string {
  const digits = Array.from({ length: 12 }, () => random.below(16).toString(16)).join('')
  return `0198b2f0-6a1c-7d3e-8f10-${digits}`
}
