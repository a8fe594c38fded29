import type { Plan, PlanName } from '@maps/shared/plans'
import type { Request, RequestHandler, Response } from 'express'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { ANY_TOKEN } from '../auth/token.ts'
import type { UnsentBytes } from './unsent-bytes.ts'

/** The header of the id that a request is logged under. */
export const REQUEST_ID_HEADER = 'X-Request-Id'
const sane = /^[\w.:+=-]{1,128}$/
/** A word as long as a share id or as a token without its prefix: request ids are logged, and these may not be. */
const likeSecret = /(?<![\w-])(?:[\w-]{27}|[0-9A-Za-z]{36})(?![\w-])/

/** A request and its answer, as far as they are known. */
export interface Exchange {
  /** What it is logged and answered under: the client's own id where that is a sane one and no secret, else a new one. */
  readonly requestId: string
  /** By `performance.now()`. */
  readonly startedAt: number
  /** Bounds what its answer may hold of the memory. */
  readonly unsent?: UnsentBytes | undefined
  caller?: Caller
  subject?: Subject
  /** The MCP tool that was called, and the status that the same would have had in REST: its own response is 200 in any case. */
  tool?: { name: string; status: number }
  /** What cut the answer short after it had begun. */
  fault?: Error
}

/** Who a request speaks for. */
export interface Caller {
  tokenId: string
  workspaceId: string
  /** Whether the token may not create, change or delete. */
  isReadOnly: boolean
  planName: PlanName
  plan: Plan
}

/** What a request is about, for its log line: a worker's line of the same export has the same two. */
export interface Subject {
  mapId: string
  /** Of a public map, whose readers have none of their own. */
  workspaceId?: string
  /** Of the file that was asked for: see `artifactKey`. */
  key?: string
}

/** Hears of an exchange that is over. */
export type ExchangeListener = (request: Request, response: Response, exchange: Exchange) => void

declare module 'node:http' {
  interface ServerResponse {
    /** Set by `openExchange`, so that all handlers behind it have one. */
    exchange?: Exchange
  }
}

/** Gives each request its id and its exchange, and tells the listeners when it is over. */
export function openExchange(listeners: readonly ExchangeListener[] = [], unsent?: UnsentBytes): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id']
    const requestId = typeof given === 'string' && isSane(given) ? given : randomUUID()
    const exchange: Exchange = { requestId, startedAt: performance.now(), unsent }
    response.exchange = exchange
    response.setHeader(REQUEST_ID_HEADER, requestId)
    response.once('close', () => {
      for (const listener of listeners) listener(request, response, exchange)
    })
    next()
  }
}

function isSane(id: string): boolean {
  return sane.test(id) && !ANY_TOKEN.test(id) && !likeSecret.test(id)
}

/** The exchange that this response belongs to. */
export function exchangeOf(response: ServerResponse): Exchange {
  return response.exchange!
}
