import { type Architecture, at, edge } from './notation.ts'

const EDGES_PER_NODE = 1.5
const techs = ['Go', 'Java 25', 'Node.js', 'PostgreSQL 18', 'Kafka', 'Redis', 'Rust', undefined]
const nouns = ['orders', 'billing', 'search', 'stock', 'mail', 'users', 'reports', 'media', 'prices', 'carts']
const labels = ['gRPC', 'SQL', 'orders.created', 'HTTPS 443', undefined, undefined, undefined]

/** Generates a map with 1.5 edges per node: the same arguments give the same map. */
export function randomMap(nodeCount: number, isOnGrid: boolean): Architecture {
  const random = randomFrom(nodeCount)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const columns = Math.ceil(Math.sqrt(nodeCount * 1.2))
  const nodes = Array.from({ length: nodeCount }, (_, index) => {
    const tech = pick(techs)
    return {
      id: `n${index}`,
      label: `${pick(nouns)}-${index}`,
      ...(tech && { tech }),
      ...(random() < 0.3 && { spend: Math.round(random() * 5_000) }),
      ...(isOnGrid && at(index % columns, Math.floor(index / columns))),
    }
  })
  const edges = Array.from({ length: nodeCount * EDGES_PER_NODE }, (_, index) => {
    // Every node has an edge from a node shortly before it; the other edges are random, but short.
    const target = index < nodeCount ? index : Math.floor(random() * nodeCount)
    const source = Math.max(0, target - 1 - Math.floor(random() * 20))
    return edge(`n${source}`, `n${target}`, pick(labels), { dashed: random() < 0.2 })
  })
  const place = isOnGrid ? 'on a grid' : 'without places'
  return { name: `${nodeCount} services ${place}`, nodes, edges: edges.filter((it) => it.source !== it.target) }
}

/** Random numbers from 0 to 1: a linear congruential generator with the constants of Numerical Recipes. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
