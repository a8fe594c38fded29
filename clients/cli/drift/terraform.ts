import { Failure } from '../failure.ts'
import { isRecord } from '../map-file.ts'
import type { Evidence, Observation } from './observation.ts'

/** Many times the edges of the largest map. */
const MAX_CONNECTIONS = 100_000
const LINE = /^\s*"((?:[^"\\]|\\.){1,1000})"(?:\s*->\s*"((?:[^"\\]|\\.){1,1000})")?/
/** Matches the key of an instance, as in `["eu"]` or `[0]`. In its brackets, a provider has its address. */
const KEY = /(?<!provider)\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/g
/**
 * Matches the address of a managed resource, in the simple graph and in that of an operation. Types of resources have an underscore; names have
 * letters of any script.
 */
const RESOURCE = /^((?:module\.[\p{ID_Continue}-]+\.)*[a-z\d]+_\w+\.[\p{ID_Continue}-]+)(?: \(\w+\))?$/u
/** Matches what resources depend on without using each other: a provider, the root, and the end of anything but a module. */
const END =
  /^(?:(?:module\.[\p{ID_Continue}-]+\.)*provider\[|root$|(?!module\.[\p{ID_Continue}.-]+ \(close\)$).* \(close\)$)/u

/** Whether a text is a directed graph in the DOT language. */
export function isDot(text: string): boolean {
  return /^\s*(?:strict\s+)?digraph\b/i.test(text)
}

/** Whether a value is a state or a plan of Terraform, which has secrets in plain text. */
export function isTerraformState(value: unknown): boolean {
  return isRecord(value) && 'terraform_version' in value
}

/**
 * Reads the resources of `terraform graph`, and which depends on which, also through outputs, variables and data sources, which are no
 * resources.
 * @throws Failure if it has more than `MAX_CONNECTIONS`
 */
export function readTerraformGraph(source: string, text: string): Observation {
  const observation: Observation = { services: [], connections: [], leftOut: [] }
  const dependencies = new Map<string, string[]>()
  const clients: { name: string; node: string; evidence: Evidence }[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const [from, to] = (LINE.exec(line) ?? []).slice(1).map((it) => it && nodeOf(it))
    if (from === undefined) continue
    const name = resourceOf(from)
    const evidence = { place: `line ${index + 1}` }
    if (to === undefined) {
      if (name !== undefined) observation.services.push({ name, evidence })
      continue
    }
    const known = dependencies.get(from)
    if (known) known.push(to)
    else dependencies.set(from, [to])
    if (name !== undefined) clients.push({ name, node: to, evidence })
  }
  const behind = new Map<string, ReadonlySet<string>>()
  for (const { name: client, node, evidence } of clients) {
    const servers = behind.get(node) ?? resourcesBehind(node, dependencies)
    behind.set(node, servers)
    if (observation.connections.length + servers.size > MAX_CONNECTIONS) {
      throw new Failure(`${source} has over ${MAX_CONNECTIONS.toLocaleString('en')} connections between resources.`)
    }
    for (const server of servers) observation.connections.push({ client, server, evidence })
  }
  return observation
}

/** A node of the graph. All instances of a resource, also of those of a module, are one service. */
function nodeOf(quoted: string): string {
  return quoted.replaceAll('\\"', '"').replace('[root] ', '').replaceAll(KEY, '')
}

/** The first resources on the ways from a node. */
function resourcesBehind(start: string, dependencies: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>()
  const visited = new Set<string>()
  const waiting = [start]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (visited.has(node) || END.test(node)) continue
    visited.add(node)
    const resource = resourceOf(node)
    if (resource === undefined) waiting.push(...(dependencies.get(node) ?? []))
    else found.add(resource)
  }
  return found
}

/** The address of a resource; undefined for anything else. */
function resourceOf(node: string): string | undefined {
  return RESOURCE.exec(node)?.[1]
}
