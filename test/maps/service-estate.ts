import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { createRandom } from '../bench/random.ts'
import { mapOf } from './sample-map.ts'

const domains =
  'Orders Payments Billing Catalog Search Shipping Returns Inventory Pricing Accounts Loyalty Reviews Fraud Media'.split(
    ' ',
  )
const parts = ['API', 'worker', 'gateway', 'admin', 'events', 'reports'] as const
const techs = ['Go', 'Java', 'Node.js', 'Python', 'Kotlin', 'Ruby on Rails'] as const
const stores = ['PostgreSQL', 'Redis', 'Kafka', 'Elasticsearch', 'S3', 'MySQL'] as const

/**
 * Generates a map as a company with many teams has it: each team has services, most with a store of their own, and calls some services of other teams.
 * The same arguments give the same map.
 */
export function serviceEstate(services: number, seed: number): ArchitectureMap {
  const random = createRandom(`estate ${seed}`)
  const nodes: MapNode[] = []
  const edges: MapEdge[] = []
  for (let index = 0; nodes.length < services; index++) {
    const domain = domains[index % domains.length]!
    const round = Math.floor(index / domains.length)
    const name = `${domain} ${parts[round % parts.length]}${round < parts.length ? '' : ` ${round}`}`
    const id = name.toLowerCase().replaceAll(' ', '-')
    const others = nodes.filter((it) => !it.id.endsWith('-db'))
    nodes.push({
      id,
      label: name,
      tech: random.pick(techs),
      ...(random.below(2) === 0 && { spend: 10 * random.below(900) }),
    })
    for (let calls = random.below(3); calls > 0 && others.length > 0; calls--) {
      edges.push({ source: random.pick(others).id, target: id })
    }
    if (random.below(3) > 0 && nodes.length < services) {
      nodes.push({ id: `${id}-db`, label: `${name} store`, tech: random.pick(stores), spend: 5 * random.below(400) })
      edges.push({ source: id, target: `${id}-db`, label: random.pick(['SQL', 'reads', 'events']) })
    }
  }
  return mapOf(nodes, edges, `Estate ${seed}`)
}
