import type { Plan, PlanName } from '@maps/shared/plans'
import type { Request, RequestHandler, Response } from 'express'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { ANY_TOKEN } from '../auth/token.ts'
import type { UnsentBytes } from './unsent-bytes.ts'

/** The header with a request's id, which is logged. */
export const REQUEST_ID_HEADER = 'X-Request-Id'
const sane = /^[\w.:+=-]{1,128}$/
/** Matches a possible share id or token without its prefix: request ids are logged, secrets must not be. */
const likeSecret = /(?<![\w-])(?:[\w-]{27}|[0-9A-Za-z]{36})(?![\w-])/

/** State of one request and its response. */
export interface Exchange {
  /** Id in logs and in the response: the client's own `X-Request-Id` where it is well-formed and no secret, else a new UUID. */
  readonly requestId: string
  /** In ms, by `performance.now()`. */
  readonly startedAt: number
  /** The budget of memory that the response counts against. */
  readonly unsent?: UnsentBytes | undefined
  caller?: Caller
  subject?: Subject
  /** The MCP tool that was called, and the status that the same would have had in REST: its own response is 200 in any case. */
  tool?: { name: string; status: number }
  /** The error that ended the response after its first byte. */
  fault?: Error
}

/** The token's workspace and rights. */
export interface Caller {
  tokenId: string
  workspaceId: string
  /** Whether the token may not create, change or delete. */
  isReadOnly: boolean
  planName: PlanName
  plan: Plan
}

/** The map and file that a request concerns, for its log line. The worker logs the same fields for the same export. */
export interface Subject {
  mapId: string
  /** The public map's workspace; its readers have no token, hence none of their own. */
  workspaceId?: string
  /** The requested file's artifact key: see `artifactKey`. */
  key?: string
}

/** Called when an exchange has ended. */
export type ExchangeListener = (request: Request, response: Response, exchange: Exchange) => void

declare global {
  namespace Express {
    interface Locals {
      /** Set by `openExchange` for all handlers after it. */
      exchange?: Exchange
    }
  }
}

/** Middleware that gives each request its id and its exchange, and calls the listeners when the response is closed. */
export function openExchange(listeners: readonly ExchangeListener[] = [], unsent?: UnsentBytes): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id']
    const requestId = typeof given === 'string' && isSane(given) ? given : randomUUID()
    const exchange: Exchange = { requestId, startedAt: performance.now(), unsent }
    response.locals.exchange = exchange
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

/** The exchange of a response, for handlers after `openExchange`. */
export function exchangeOf({ locals }: Pick<Response, 'locals'>): Exchange {
  return locals.exchange!
}

/** The exchange of a response that need not have reached Express, which adds `locals`. */
export function findExchange({ locals }: ServerResponse & Partial<Pick<Response, 'locals'>>): Exchange | undefined {
  return locals?.exchange
}
