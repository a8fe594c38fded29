import { NotFound, PlanLimit, ServiceError, Unauthorized } from '@maps/shared/errors'
import type { MapChange, MapNode, NewMap } from '@maps/shared/map'
import { NoRoom, UNCOUNTED_BYTES } from '../http/held-bytes.ts'
import type { Caller } from '../http/request-state.ts'
import type { RequestContext } from '../http/route.ts'
import type { Author, CreateOutcome } from '../store/insert-map.ts'
import type { ChangeOptions, ChangeOutcome, MapStore } from '../store/maps.ts'
import { isMapTooLarge } from '../store/read-within.ts'
import type { StoredMap } from '../store/stored-map.ts'

/** What reading a map takes: the queries, and a request with room for the map. */
export type ReadContext = Pick<RequestContext, 'caller' | 'room'> & { maps: MapStore }

/** What changing a map takes: the answer has the whole map. */
export type ChangeContext = Pick<RequestContext, 'caller' | 'answerRoom' | 'makeAnswerRoom'> & { maps: MapStore }

/** Bytes of the nodes and edges of a map of whose answer, with name and warnings, the ledger counts nothing. */
const SMALL_MAP_BYTES = UNCOUNTED_BYTES / 2
/** How often room is made for a map, which may have grown meanwhile, before its change is refused. */
const MAX_ROOMS = 3

/**
 * Reads a map of the caller's workspace.
 * @param copies how many times the request will hold the map, once by default
 * @param hasPin whether to read its pinned positions, too
 * @throws NotFound if it does not exist; Unavailable if the workspace's requests hold too many bytes
 */
export async function getMap(
  { maps, caller, room }: ReadContext,
  id: string,
  copies?: number,
  hasPin?: boolean,
): Promise<StoredMap> {
  const outcome = await maps.get(caller.workspaceId, id, room(copies), hasPin)
  if (outcome === 'not found') throw mapNotFound(id)
  if (isMapTooLarge(outcome)) throw new NoRoom(outcome.neededBytes)
  return outcome
}

/** Looks for a map of the caller's workspace without reading its nodes and edges. @throws NotFound if it does not exist */
export async function refuseMissing({ maps, caller }: Pick<ReadContext, 'maps' | 'caller'>, id: string): Promise<void> {
  if ((await maps.get(caller.workspaceId, id, 0)) === 'not found') throw mapNotFound(id)
}

/**
 * Creates a map within the caller's plan.
 * @param options the client's idempotency key, and why the map is made
 * @throws ServiceError if the plan, or another request with that key, does not allow it
 */
export async function createMap(
  maps: MapStore,
  caller: Caller,
  map: NewMap,
  { key, note }: { key?: string | undefined; note?: string | undefined } = {},
): Promise<Exclude<CreateOutcome, string>> {
  refuseTooManyNodes(caller, map.nodes)
  const outcome = await maps.create(caller.workspaceId, map, caller.plan, key, { tokenId: caller.tokenId, note })
  if (typeof outcome === 'string') throw creationError(outcome, caller)
  return outcome
}

/**
 * Changes a map within the caller's plan.
 * @param options versions of the map that may be changed, by default all; why the map is changed; and the layout to pin with it, or null to unpin it
 * @throws ServiceError 403, 404, or 412 for another version; Unavailable, and nothing is changed, if the workspace's requests hold too many bytes
 */
export async function changeMap(
  { maps, caller, answerRoom, makeAnswerRoom }: ChangeContext,
  id: string,
  change: MapChange,
  { note, ...options }: Omit<ChangeOptions, 'author'> & Pick<Author, 'note'> = {},
): Promise<StoredMap> {
  if (change.nodes && change.nodes.length > caller.plan.nodes) {
    // A map that is not in the workspace is not found, even where the plan would refuse the change.
    await refuseMissing({ maps, caller }, id)
    refuseTooManyNodes(caller, change.nodes)
  }
  const author = { tokenId: caller.tokenId, note }
  const tryChange = (maxBytes: number): Promise<ChangeOutcome> =>
    maps.change(caller.workspaceId, id, change, { ...caller.plan, maxBytes }, { ...options, author })
  let outcome = await tryChange(Math.max(SMALL_MAP_BYTES, answerRoom()))
  for (let rooms = 0; isMapTooLarge(outcome) && rooms < MAX_ROOMS; rooms++) {
    await makeAnswerRoom(outcome.neededBytes)
    outcome = await tryChange(outcome.neededBytes)
  }
  if (isMapTooLarge(outcome)) throw new NoRoom()
  if (outcome === 'not found') throw mapNotFound(id)
  if (outcome === 'version differs') throw versionConflict()
  if (outcome === 'too many bytes') throw tooManyBytes(caller)
  return outcome.map
}

/**
 * Deletes a map for good.
 * @param versions versions of the map that may be deleted; by default all
 * @throws ServiceError 404, or 412 for another version
 */
export async function removeMap(
  maps: MapStore,
  { workspaceId }: Caller,
  id: string,
  versions?: readonly number[],
): Promise<void> {
  const outcome = await maps.remove(workspaceId, id, versions)
  if (outcome === 'not found') throw mapNotFound(id)
  if (outcome === 'version differs') throw versionConflict()
}

/** 404: the same for an unknown id and for a map of another workspace. */
export function mapNotFound(id: string): NotFound {
  return new NotFound(`There is no map ${JSON.stringify(id.slice(0, 100))} in this workspace.`)
}

/** 422: the idempotency key was sent with another body. */
export function idempotencyKeyReused(): ServiceError {
  return new ServiceError(422, 'This Idempotency-Key was sent with another body: give each new map a key of its own.')
}

/** 409: a request with the same idempotency key is under way. */
export function idempotencyKeyInUse(): ServiceError {
  const headers = { 'Retry-After': '1' }
  return new ServiceError(409, 'A request with this Idempotency-Key is under way. Try again shortly.', { headers })
}

/** 412: the map is no longer at a version that the caller named. */
export function versionConflict(): ServiceError {
  return new ServiceError(412, 'The map has changed since: fetch it again, then repeat the change with its new ETag.')
}

function creationError(outcome: Extract<CreateOutcome, string>, caller: Caller): ServiceError {
  switch (outcome) {
    case 'too many maps':
      return new PlanLimit(
        `The ${caller.planName} plan allows ${caller.plan.maps} maps per workspace: delete some before you make another.`,
      )
    case 'too many bytes':
      return tooManyBytes(caller)
    case 'key of another request':
      return idempotencyKeyReused()
    case 'under way':
      return idempotencyKeyInUse()
    case 'no workspace':
      return new Unauthorized()
  }
}

/** 403: the workspace would hold more bytes than its plan allows. */
export function tooManyBytes({ plan, planName }: Caller): PlanLimit {
  const limit = `${(plan.storedBytes / 1024 ** 2).toLocaleString('en')} MiB`
  return new PlanLimit(
    `The ${planName} plan allows ${limit} of nodes, edges and pinned positions per workspace: delete maps, make them smaller, or unpin some.`,
  )
}

/** Checks a map's number of nodes against the plan. @throws PlanLimit */
export function refuseTooManyNodes({ plan, planName }: Caller, nodes: readonly MapNode[]): void {
  if (nodes.length <= plan.nodes) return
  throw new PlanLimit(`The ${planName} plan allows ${plan.nodes} nodes per map; this one has ${nodes.length}.`)
}
