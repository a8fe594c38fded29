import { Failure } from '../failure.ts'
import { isRecord } from '../map-file.ts'
import type { Observation, ObservedConnection } from './observation.ts'

/** Whether a value is an answer of Jaeger's `/api/dependencies`. */
export function isDependencyAnswer(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value['data'])
}

/** Reads the calls between services that Jaeger has counted. It does not tell messages from requests. @throws Failure that names the entry */
export function readDependencies(source: string, answer: unknown): Observation {
  const { data } = answer as { data: unknown[] }
  const connections = data.flatMap((entry, index): ObservedConnection[] => {
    const { parent, child, callCount } = isRecord(entry) ? entry : {}
    const place = `data[${index}]`
    if (typeof parent !== 'string' || typeof child !== 'string' || typeof callCount !== 'number') {
      throw new Failure(
        `${source}: ${place} must have parent, child and callCount, as in an answer of /api/dependencies.`,
      )
    }
    return callCount > 0 ? [{ client: parent, server: child, evidence: { place, count: callCount } }] : []
  })
  return { services: [], connections, leftOut: [] }
}
