import type { MapEdge } from '../../../typescript/index.ts'
import type { Drawing, ImportInput } from '../drawing.ts'
import { LeftOutList } from '../left-out.ts'
import { hostsIn, hostsInWords } from './hosts.ts'
import { technologyOf } from './image.ts'
import { readProject } from './project.ts'
import type { Service } from './service.ts'

/**
 * Reads a Compose file, with the files that it includes or extends: services of all profiles, images, and connections to the
 * services that each depends on. Hosts in environment and command are inferred connections, dashed.
 * @throws Failure that names the file
 */
export async function readCompose(input: ImportInput): Promise<Drawing> {
  const leftOut = new LeftOutList()
  const { name, services } = await readProject(input, leftOut)
  const names = namesOf(services)
  const edges: MapEdge[] = []
  const inferred: MapEdge[] = []
  for (const [source, service] of services) {
    const dependencies = dependenciesOf(source, service, names, leftOut)
    for (const target of dependencies) edges.push({ source, target })
    for (const target of hostsOf(service, names)) {
      if (target !== source && !dependencies.has(target)) inferred.push({ source, target, dashed: true })
    }
  }
  const nodes = Array.from(services, ([id, { image = '' }]) => {
    const tech = technologyOf(image)
    return { id, label: id, ...(tech && { tech }) }
  })
  return { name, nodes, edges, inferred, leftOut: leftOut.toList() }
}

/** Services by their names, and by the other names under which they are reached. `localhost` is none: each container has it for itself. */
function namesOf(services: ReadonlyMap<string, Service>): Map<string, string> {
  const hostnames = Array.from(services, ([id, { hostname = '' }]) => [hostname, id] as const)
  const others = [...services].flatMap(([id, { containerName = '', aliases }]) =>
    [containerName, ...aliases].map((it) => [it, id] as const),
  )
  const names = [...hostnames, ...others].filter(([it]) => it !== '' && it !== 'localhost')
  return new Map([...names, ...Array.from(services.keys(), (id) => [id, id] as const)])
}

/** The services that a service names in its fields. */
function dependenciesOf(
  source: string,
  { dependencies, namespaces }: Service,
  names: ReadonlyMap<string, string>,
  leftOut: LeftOutList,
): Set<string> {
  const shared = Object.values(namespaces).filter((it) => it !== '')
  const found = [...dependencies, ...shared].flatMap((name) => {
    const target = names.get(name)
    if (target === undefined) leftOut.add('missingServices', `${source} → ${name}`)
    return target ?? []
  })
  return new Set(found)
}

/** The services that are hosts in the environment of a service, or in its command. */
function hostsOf(
  { environment, entrypoint = [], command = [] }: Service,
  names: ReadonlyMap<string, string>,
): Set<string> {
  const hosts = Object.entries(environment).flatMap(([name, value]) => hostsIn(name, value))
  return new Set([...hosts, ...hostsInWords([...entrypoint, ...command])].flatMap((it) => names.get(it) ?? []))
}
