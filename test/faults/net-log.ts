import { readFile } from 'node:fs/promises'

interface NetLog {
  constants: { logEventTypes: Record<string, number> }
  events: { type: number; params?: Record<string, unknown> }[]
}

/** Event types of Chromium's NetLog that show a connection attempt, a sent datagram or a DNS query. */
const egressTypes = ['TCP_CONNECT_ATTEMPT', 'UDP_BYTES_SENT', 'HOST_RESOLVER_MANAGER_JOB', 'DNS_TRANSACTION']

/** Reads egress events from a NetLog. Chromium completes the file when it exits normally. */
export async function readEgressEvents(file: string): Promise<string[]> {
  const { constants, events } = JSON.parse(await readFile(file, 'utf8')) as NetLog
  const names = new Map(egressTypes.map((it) => [constants.logEventTypes[it], it]))
  return events.flatMap(({ type, params }) => {
    const name = names.get(type)
    return name ? [`${name} ${JSON.stringify(params ?? {})}`] : []
  })
}
