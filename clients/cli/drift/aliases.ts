import type { MapNode } from '../../typescript/index.ts'
import { Failure } from '../failure.ts'
import { parseYaml } from '../import/compose/yaml.ts'
import { isRecord } from '../map-file.ts'
import { didYouMean } from '../suggest.ts'
import type { Ids } from './names.ts'

/**
 * Reads a file of aliases, as in `orders: [orders-api, orders-worker]`: the names under which a service of the map is seen, by its id or its label.
 * @throws Failure that names the entry at fault
 */
export function readAliases(source: string, text: string, nodes: readonly MapNode[]): Ids {
  const content = parseYaml(source, text) ?? {}
  if (!isRecord(content))
    throw new Failure(`${source} must have lists of names by service, as in "orders: [orders-api]".`)
  const aliases = new Map<string, string>()
  for (const [service, list] of Object.entries(content)) {
    const id = findId(source, service, nodes)
    for (const name of Array.isArray(list) ? list : [list]) {
      if (typeof name !== 'string') throw new Failure(`${source}: ${service} must be a list of names.`)
      const other = aliases.get(name)
      if (other !== undefined && other !== id) throw new Failure(`${source}: ${name} must be of one service alone.`)
      aliases.set(name, id)
    }
  }
  return aliases
}

function findId(source: string, service: string, nodes: readonly MapNode[]): string {
  if (nodes.some((it) => it.id === service)) return service
  const [node, another] = nodes.filter((it) => it.label === service)
  if (node && !another) return node.id
  if (another) throw new Failure(`${source}: several services are named ${service}. Give the id of one.`)
  const names = nodes.flatMap(({ id, label }) => [id, label ?? []].flat())
  throw new Failure(`${source}: ${service} is no service of the map.${didYouMean(service, names)}`)
}
