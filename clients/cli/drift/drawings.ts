import { contentFault } from '../../../shared/diff/content-fault.ts'
import type { MapContent } from '../../../shared/diff/map-diff.ts'
import { Failure } from '../failure.ts'
import { readCompose } from '../import/compose/compose.ts'
import { phrasesOf, refuseIncomplete } from '../import/left-out.ts'
import { isRecord } from '../map-file.ts'
import type { Observation, ObservedFile } from './observation.ts'

/** Says where something is in a file. */
type Place = (index: number) => string

/** Whether a value is a Compose file. */
export function isComposeFile(value: unknown): boolean {
  return isRecord(value) && ('services' in value || 'include' in value)
}

/** Reads the services of a Compose file as an import does, with connections to hosts in environment values. @throws Failure if a Compose file that it includes or extends cannot be read */
export async function readComposeServices(file: ObservedFile): Promise<Observation> {
  const { nodes, edges, inferred, leftOut } = await readCompose(file)
  refuseIncomplete(leftOut)
  const drawing = { nodes, edges: [...edges, ...inferred] }
  const places = {
    node: (index: number) => `services.${drawing.nodes[index]!.id}`,
    edge: (index: number) => `services.${drawing.edges[index]!.source}`,
  }
  return { ...observationOf(drawing, places), leftOut: phrasesOf(leftOut) }
}

/** Whether a value is a map, alone or as an answer of the API. */
export function isMap(value: unknown): boolean {
  return isRecord(value) && ('nodes' in value || isRecord(value['map']))
}

/** Reads another map. @throws Failure that names the field at fault */
export function readMap(source: string, value: unknown): Observation {
  const { map = value } = value as { map?: unknown }
  const fault = contentFault(map)
  if (fault !== undefined) throw new Failure(`${source}: ${fault}.`)
  return observationOf(map as MapContent, { node: (index) => `nodes[${index}]`, edge: (index) => `edges[${index}]` })
}

/** @param places the places of the nodes and edges in the file, by index */
function observationOf({ nodes, edges }: MapContent, places: { node: Place; edge: Place }): Observation {
  return {
    services: nodes.map(({ id, label }, index) => {
      return { name: id, ...(label !== id && { label }), evidence: { place: places.node(index) } }
    }),
    connections: edges.flatMap(({ source, target, arrow }, index) => {
      const evidence = { place: places.edge(index) }
      const connection = { client: source, server: target, evidence }
      return arrow === 'both' || arrow === 'none'
        ? [connection, { client: target, server: source, evidence }]
        : [connection]
    }),
    leftOut: [],
  }
}
