import { type LabelFilter, type Labels, selectByLabels } from './labels.ts'
import type { Observation, ObservedConnection } from './observation.ts'

/** A time series of a service graph. */
export interface Series {
  labels: Labels
  /** Its value, or the largest one of a range. */
  value: number
  place: string
}

/** Matches the counter of requests. Sums of it have no name, and an exporter may put a namespace before it. */
const REQUESTS = /^$|traces_service_graph_request(?:_total)?$/

/** Values of `connection_type`: https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/main/connector/servicegraphconnector */
const types: ReadonlyMap<string | undefined, ObservedConnection['type']> = new Map([
  ['messaging_system', 'message'],
  ['database', 'database'],
  ['virtual_node', 'virtual'],
] as const)

/**
 * Reads the connections of the OpenTelemetry service graph connector, or of Tempo, which has the same metrics. A series of 0 is none. The server
 * of a `database` series has the name of a database, which may be that of a service: it is "orders (database)" then.
 * @throws Failure if the series are of several environments
 */
export function readServiceGraph(
  source: string,
  series: readonly Series[],
  filters: readonly LabelFilter[],
): Observation {
  const counted = series.filter((it) => REQUESTS.test(it.labels.get('__name__') ?? '') && it.value > 0)
  const selected = selectByLabels(source, counted, filters)
  const services = new Set(
    selected.flatMap(({ labels }) => [
      labels.get('client'),
      labels.get('connection_type') === 'database' ? undefined : labels.get('server'),
    ]),
  )
  const connections: ObservedConnection[] = []
  let unnamed = 0
  for (const { labels, value, place } of selected) {
    const [client, name, type] = ['client', 'server', 'connection_type'].map((it) => labels.get(it))
    // The connector writes "unknown" for a peer whose span has none of the attributes that could name it.
    if (client && name && !(type === 'virtual_node' && name === 'unknown')) {
      const server = type === 'database' && services.has(name) ? `${name} (database)` : name
      connections.push({ client, server, type: types.get(type), evidence: { place, count: value } })
    } else unnamed++
  }
  const leftOut = unnamed > 0 ? [`${unnamed} series without the name of client or server`] : []
  return { services: [], connections, leftOut }
}
