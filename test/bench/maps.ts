import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { createRandom, type Random } from './random.ts'

/** Kinds of maps: `placed` has all positions, as maps from an editor; `unplaced` has none, which adds the layout to an export. */
export const families = ['placed', 'unplaced'] as const
/** A kind of map. */
export type Family = (typeof families)[number]

/** Identifies a generated map: the same values give the same map. */
export interface MapSpec {
  family: Family
  nodes: number
  index: number
  seed: number
}

const EDGES_PER_NODE = 1.5
const CELL = { width: 260, height: 150 }
/** Largest offset of a card from its grid point, in px. */
const MAX_OFFSET = 20
/** Width by height of a placed map. */
const ASPECT_RATIO = 1.6
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

/** Generates a map. Its texts are in no other map, so that caches have no effect. */
export function generateMap({ family, nodes: count, index, seed }: MapSpec): ArchitectureMap {
  const random = createRandom(`${seed} ${count} ${index}`)
  const columns = Math.max(2, Math.round(Math.sqrt((count * ASPECT_RATIO * CELL.height) / CELL.width)))
  const nodes = Array.from({ length: count }, (_, number) => nodeOf(number, columns, random))
  const edgeCount = Math.round(count * EDGES_PER_NODE)
  const endsOf = family === 'placed' ? neighbours : tiers
  const edges = Array.from({ length: edgeCount }, (_, number) => edgeOf(endsOf(number, count, columns, random), random))
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

/** A node with all fields that a card shows. */
function nodeOf(number: number, columns: number, random: Random): MapNode {
  return {
    id: `service-${number}`,
    label: `${random.pick(areas)} ${random.pick(roles)} ${random.word()}`,
    tech: `${random.pick(techs)}, ${random.pick(places)}, ${random.word()}`,
    spend: random.below(40_000) + random.below(100) / 100,
    currency: random.pick(currencies),
    billing: random.below(3) === 0 ? ['seat', 'usage'] : [random.pick(['seat', 'team', 'usage', 'flat'] as const)],
    x: (number % columns) * CELL.width + random.below(MAX_OFFSET),
    y: Math.floor(number / columns) * CELL.height + random.below(MAX_OFFSET),
  }
}

/** Numbers of the nodes that an edge connects. */
type Ends = readonly [source: number, target: number]

/** Ends of an edge of a placed map: neighbours on the grid, or any two nodes for one edge in eight. */
function neighbours(number: number, count: number, columns: number, random: Random): Ends {
  const source = number % count
  const step = random.below(8) === 0 ? random.below(count) : random.pick([1, columns, columns + 1, columns - 1])
  const target = (source + step) % count
  return [source, target === source ? (source + 1) % count : target]
}

/** Ends of an edge of an unplaced map: from a tier to the next one or the one after, as from frontends to databases. */
function tiers(number: number, count: number, _columns: number, random: Random): Ends {
  const tierCount = Math.max(2, Math.round(1.5 * Math.log(count)))
  const startOf = (tier: number): number => Math.ceil((tier * count) / tierCount)
  const source = number % startOf(tierCount - 1)
  const tier = Math.floor((source * tierCount) / count)
  const next = Math.min(tierCount - 1, tier + (random.below(5) === 0 ? 2 : 1))
  return [source, startOf(next) + random.below(startOf(next + 1) - startOf(next))]
}

function edgeOf([source, target]: Ends, random: Random): MapEdge {
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
