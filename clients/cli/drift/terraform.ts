import { isRecord } from '../map-file.ts'
import type { Observation } from './observation.ts'

const LINE = /^\s*"((?:[^"\\]|\\.){1,1000})"(?:\s*->\s*"((?:[^"\\]|\\.){1,1000})")?/
/** Matches the address of a managed resource, in the simple graph and in that of an operation. Types of resources have an underscore. */
const RESOURCE =
  /^(?:\[root\] )?((?:module\.[\w-]+(?:\[[^\]]*\])?\.)*[a-z\d]+_\w+\.[\w-]+)(?:\[[^\]]*\])?(?: \(\w+\))?$/

/** Whether a text is a directed graph in the DOT language. */
export function isDot(text: string): boolean {
  return /^\s*(?:strict\s+)?digraph\b/i.test(text)
}

/** Whether a value is a state or a plan of Terraform, which has secrets in plain text. */
export function isTerraformState(value: unknown): boolean {
  return isRecord(value) && 'terraform_version' in value
}

/** Reads the resources of `terraform graph`, and which depends on which. Variables, data sources and providers are none. */
export function readTerraformGraph(text: string): Observation {
  const observation: Observation = { services: [], connections: [], leftOut: [] }
  for (const [index, line] of text.split('\n').entries()) {
    const [, from, to] = LINE.exec(line) ?? []
    const [client, server] = [from, to].map((it) => RESOURCE.exec(it?.replaceAll('\\"', '"') ?? '')?.[1])
    const evidence = { place: `line ${index + 1}` }
    if (client !== undefined && to === undefined) observation.services.push({ name: client, evidence })
    if (client !== undefined && server !== undefined) observation.connections.push({ client, server, evidence })
  }
  return observation
}
