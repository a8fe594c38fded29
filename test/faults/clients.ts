import { setTimeout as sleep } from 'node:timers/promises'
import type { MapEdge } from '@maps/shared/map'
import { defaultPlans, type PlanTable } from '@maps/shared/plans'
import type { ApiResponse, RestClient } from '../rig/rest-client.ts'
import { markedMap } from './marked-maps.ts'

/** The default plans without a rate limit; quotas of queue slots apply. */
export const unthrottledPlans: PlanTable = {
  free: { ...defaultPlans.free, nodes: 2_000, requestsPerMinute: 1_000_000 },
  pro: { ...defaultPlans.pro, requestsPerMinute: 1_000_000 },
}

/** The result of one export request. */
export interface ExportResult {
  /** Start time by `performance.now()`. */
  startedAt: number
  ms: number
  /** 0 if there was no response. */
  status: number
  retryAfter: string | null
  /** Start of an error response; empty for status 200. */
  reason: string
}

/** Exports one map as PNG. Each request has another background, so that no response comes from the cache. */
export interface ExportClient {
  mapId: string
  requestExport(): Promise<ExportResult>
}

/** Pause before a retry after an error response. */
const RETRY_DELAY_MS = 50

/** Creates a map of this size and a client that exports it. */
export async function createExportClient(workspace: RestClient, nodes: number, edges = 0): Promise<ExportClient> {
  const map = markedMap({ map: 1, write: 1 }, nodes)
  const { id } = await workspace.createMap({ ...map, edges: createEdges(nodes, edges) })
  let requests = 0
  return {
    mapId: id,
    async requestExport() {
      const query = { scale: '1', background: `#${(requests++).toString(16).padStart(6, '0')}` }
      const startedAt = performance.now()
      const response = await workspace.exportMap(id, 'png', query).catch((error: Error) => error)
      return { startedAt, ms: performance.now() - startedAt, ...describeResponse(response) }
    },
  }
}

/** Creates edges of varying length, none of them a loop. */
function createEdges(nodes: number, count: number): MapEdge[] {
  return Array.from({ length: count }, (_, index) => {
    const distance = 1 + ((Math.floor(index / nodes) * 37) % (nodes - 1))
    return { source: `n${index % nodes}`, target: `n${((index % nodes) + distance) % nodes}` }
  })
}

function describeResponse(response: ApiResponse | Error): Omit<ExportResult, 'startedAt' | 'ms'> {
  if (response instanceof Error) return { status: 0, retryAfter: null, reason: response.message }
  const { status, headers, text } = response
  return { status, retryAfter: headers.get('retry-after'), reason: status === 200 ? '' : text.slice(0, 200) }
}

/** Runs `concurrency` loops that request one export after another until `stop` is aborted. */
export async function exportInLoop(client: ExportClient, concurrency: number, stop: AbortSignal) {
  const results: ExportResult[] = []
  const runLoop = async (): Promise<void> => {
    while (!stop.aborted) {
      const result = await client.requestExport()
      results.push(result)
      if (result.status !== 200) await sleep(RETRY_DELAY_MS)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runLoop))
  return results
}
