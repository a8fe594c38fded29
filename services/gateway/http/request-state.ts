import type { Plan, PlanName } from '@maps/shared/plans'
import type { Request, RequestHandler, Response } from 'express'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { ANY_TOKEN } from '../auth/token.ts'
import type { ResponseMemory } from './response-memory.ts'

/** The header with a request's id, which is logged. */
export const REQUEST_ID_HEADER = 'X-Request-Id'
const sane = /^[\w.:+=-]{1,128}$/
/** Matches a possible share id or token without its prefix: request ids are logged, secrets must not be. */
const likeSecret = /(?<![\w-])(?:[\w-]{27}|[0-9A-Za-z]{36})(?![\w-])/

/** What the gateway knows of one request and its response. */
export interface RequestState {
  /** Id in logs and in the response: the client's own `X-Request-Id` where it is well-formed and no secret, else a new UUID. */
  readonly requestId: string
  /** In ms, by `performance.now()`. */
  readonly startedAt: number
  /** The memory budget that the response counts against. */
  readonly responseMemory?: ResponseMemory | undefined
  caller?: Caller
  loggedMap?: LoggedMap
  /** The MCP tool that was called, and the status that the call would have in REST: its own response is 200 in any case. */
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

/** The map and file that the log line of a request names. The worker logs the same fields for the same export. */
export interface LoggedMap {
  mapId: string
  /** The public map's workspace; its readers have no token, hence none of their own. */
  workspaceId?: string
  /** The requested file's artifact key: see `artifactKey`. */
  key?: string
}

/** Called when the response to a request is closed: sent whole, or cut off. */
export type CloseListener = (request: Request, response: Response, state: RequestState) => void

declare global {
  namespace Express {
    interface Locals {
      /** Set by `setRequestState` for all handlers after it. */
      state?: RequestState
    }
  }
}

/** Middleware that sets the state and id of each request, and calls the listeners when its response is closed. */
export function setRequestState(
  listeners: readonly CloseListener[] = [],
  responseMemory?: ResponseMemory,
): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id']
    const requestId = typeof given === 'string' && isSane(given) ? given : randomUUID()
    const state: RequestState = { requestId, startedAt: performance.now(), responseMemory }
    response.locals.state = state
    response.setHeader(REQUEST_ID_HEADER, requestId)
    response.once('close', () => {
      for (const listener of listeners) listener(request, response, state)
    })
    next()
  }
}

function isSane(id: string): boolean {
  return sane.test(id) && !ANY_TOKEN.test(id) && !likeSecret.test(id)
}

/** The state of a response's request, for handlers after `setRequestState`. */
export function stateOf({ locals }: Pick<Response, 'locals'>): RequestState {
  return locals.state!
}

/** The state of a response's request, or undefined where the request has not reached Express, which adds `locals`. */
export function findState({ locals }: ServerResponse & Partial<Pick<Response, 'locals'>>): RequestState | undefined {
  return locals?.state
}
