import { SHARE_ID_PATTERN } from '@maps/shared/ids'
import type { Plan, PlanName } from '@maps/shared/plans'
import type { Request, RequestHandler, Response } from 'express'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { clientKey } from './client-key.ts'
import type { HeldBytes } from './held-bytes.ts'
import { RequestHold } from './request-hold.ts'

/** Name of the header with a request's id, which is logged. */
export const REQUEST_ID_HEADER = 'X-Request-Id'
/** Prefix of workspace tokens, which lets secret scanners find leaks. */
export const TOKEN_PREFIX = 'mapsws_'
const anyToken = new RegExp(TOKEN_PREFIX, 'i')
const wellFormedId = /^[\w.:+=-]{1,128}$/
/** Matches a possible share id or token without its prefix: request ids are logged, secrets must not be. */
const possibleSecret = new RegExp(`(?<![\\w-])(?:${SHARE_ID_PATTERN}|[0-9A-Za-z]{36})(?![\\w-])`)

/** What the gateway keeps of a request until its response is closed: id, start, caller, and facts for log and metrics. */
export interface RequestState {
  /** Id in logs and in the response: the client's own `X-Request-Id` if it is well-formed and no secret, else a new UUID. */
  readonly requestId: string
  /** Start of the request in ms, by `performance.now()`. */
  readonly startedAt: number
  /** The ledger of the process. */
  readonly heldBytes: HeldBytes
  /** What the ledger counts for body and answer. */
  readonly hold: RequestHold
  caller?: Caller
  loggedMap?: LoggedMap
  /** Whether the request asks for a file of a worker: its time and its failures are those of an export. */
  isExport?: true
  /** The called MCP tool, and the status that the call would have in REST. The HTTP status of a tool call is always 200. */
  tool?: { name: string; status: number }
  /** The error that ended the response after its first byte. */
  fault?: Error
  /** Why it was refused, if it was for no fault of its client: one of the service's own sentences. */
  reason?: string
}

/** Workspace and rights of a request's token. */
export interface Caller {
  tokenId: string
  workspaceId: string
  /** Whether the token may not create, change or delete. */
  isReadOnly: boolean
  planName: PlanName
  plan: Plan
}

/** The map and file in the log line of a request. The worker logs the same fields for the same export. */
export interface LoggedMap {
  mapId: string
  /** The map's workspace. Set for each export: readers of public links have no token and so no workspace. */
  workspaceId?: string
  /** Artifact key of the requested file: see `artifactKey`. */
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
export function setRequestState(heldBytes: HeldBytes, listeners: readonly CloseListener[] = []): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id']
    const requestId = typeof given === 'string' && isUsableId(given) ? given : randomUUID()
    const hold = new RequestHold(heldBytes, () => clientOf(response))
    const state: RequestState = { requestId, startedAt: performance.now(), heldBytes, hold }
    response.locals.state = state
    response.setHeader(REQUEST_ID_HEADER, requestId)
    response.once('close', () => {
      for (const listener of listeners) listener(request, response, state)
    })
    next()
  }
}

function isUsableId(id: string): boolean {
  return wellFormedId.test(id) && !anyToken.test(id) && !possibleSecret.test(id)
}

/** The state of a response's request, for handlers after `setRequestState`. */
export function stateOf({ locals }: Pick<Response, 'locals'>): RequestState {
  return locals.state!
}

/** The client whose bytes a request holds: the workspace of its token, or its address. */
export function clientOf(response: Response): string {
  return stateOf(response).caller?.workspaceId ?? clientKey(response.req)
}

/** The state of a response's request; undefined if the request has not reached Express, which adds `locals`. */
export function findState({ locals }: ServerResponse & Partial<Pick<Response, 'locals'>>): RequestState | undefined {
  return locals?.state
}
