import { readFile } from 'node:fs/promises'

interface NetLog {
  constants: { logEventTypes: Record<string, number> }
  events: { type: number; params?: Record<string, unknown> }[]
}

/** What of Chromium's own log of its network shows that something left it, or was about to. */
const traces = ['TCP_CONNECT_ATTEMPT', 'UDP_BYTES_SENT', 'HOST_RESOLVER_MANAGER_JOB', 'DNS_TRANSACTION']

/** Connections begun, datagrams sent and names asked for. The log is complete when Chromium has ended in order. */
export async function readTraces(file: string): Promise<string[]> {
  const { constants, events } = JSON.parse(await readFile(file, 'utf8')) as NetLog
  const kinds = new Map(traces.map((it) => [constants.logEventTypes[it], it]))
  return events.flatMap(({ type, params }) => {
    const kind = kinds.get(type)
    return kind ? [`${kind} ${JSON.stringify(params ?? {})}`] : []
  })
}
