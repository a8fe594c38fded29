import type { Plan, PlanName } from '@maps/shared/plans'
import type { ServerResponse } from 'node:http'

/** Who a request speaks for. */
export interface Caller {
  tokenId: string
  workspaceId: string
  planName: PlanName
  plan: Plan
}

const callers = new WeakMap<ServerResponse, Caller>()

export function setCaller(response: ServerResponse, caller: Caller): void {
  callers.set(response, caller)
}

export function findCaller(response: ServerResponse): Caller | undefined {
  return callers.get(response)
}
