import { setTimeout as sleep } from 'node:timers/promises'
import type { MapEdge } from '@maps/shared/map'
import { defaultPlans, type PlanTable } from '@maps/shared/plans'
import type { Answer, RestClient } from '../rig/rest-client.ts'
import { signedMap } from './signed-maps.ts'

/** The plans with their shares of the queue, and no limit of requests. */
export const plansWithoutQuota: PlanTable = {
  free: { ...defaultPlans.free, nodes: 2_000, requestsPerMinute: 1_000_000 },
  pro: { ...defaultPlans.pro, requestsPerMinute: 1_000_000 },
}

/** What became of an order. */
export interface Receipt {
  /** When it was placed, by the clock of `performance`. */
  at: number
  ms: number
  /** 0 where there was no answer. */
  status: number
  retryAfter: string | null
  /** What the answer says where it is not the file. */
  reason: string
}

/** Has pictures of one map made, each of them another file that takes as long to make. */
export interface ExportClient {
  mapId: string
  order(): Promise<Receipt>
}

/** Of a client that was turned away, before it asks again. */
const PAUSE_MS = 50

/** @param nodes of the map, which make the order small or large, as its edges do */
export async function createExportClient(workspace: RestClient, nodes: number, edges = 0): Promise<ExportClient> {
  const map = signedMap({ map: 1, write: 1 }, nodes)
  const { id } = await workspace.createMap({ ...map, edges: edgesBetween(nodes, edges) })
  let orders = 0
  return {
    mapId: id,
    async order() {
      const number = orders++
      const query = { scale: '1', background: `#${number.toString(16).padStart(6, '0')}` }
      const at = performance.now()
      const answer = await workspace.exportMap(id, 'png', query).catch((error: Error) => error)
      return { at, ms: performance.now() - at, ...outcomeOf(answer) }
    },
  }
}

/** Each leads to another node, near or far. */
function edgesBetween(nodes: number, count: number): MapEdge[] {
  return Array.from({ length: count }, (_, index) => {
    const away = 1 + ((Math.floor(index / nodes) * 37) % (nodes - 1))
    return { source: `n${index % nodes}`, target: `n${((index % nodes) + away) % nodes}` }
  })
}

function outcomeOf(answer: Answer | Error): Omit<Receipt, 'at' | 'ms'> {
  if (answer instanceof Error) return { status: 0, retryAfter: null, reason: answer.message }
  const { status, headers, text } = answer
  return { status, retryAfter: headers.get('retry-after'), reason: status === 200 ? '' : text.slice(0, 200) }
}

/** So many clients that order again as soon as they have their file, until they are told to stop. */
export async function orderOnAndOn(exportClient: ExportClient, clients: number, stop: AbortSignal): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  const orderAgain = async (): Promise<void> => {
    while (!stop.aborted) {
      const receipt = await exportClient.order()
      receipts.push(receipt)
      if (receipt.status !== 200) await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: clients }, orderAgain))
  return receipts
}
