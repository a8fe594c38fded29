import { NotFound } from '@maps/shared/errors'
import { NoRoom } from '../http/held-bytes.ts'
import { isMapTooLarge } from '../store/read-within.ts'
import type { NearestVersions, RevisionEntry } from '../store/revisions.ts'
import type { StoredMap } from '../store/stored-map.ts'
import { getMap, mapNotFound, type ReadContext, refuseMissing } from './workspace-maps.ts'

/**
 * Lists the kept versions of a map, newest first, the current one included.
 * @returns a page, and the version after which the next page begins, if there is one
 * @throws NotFound if the map does not exist
 */
export async function listRevisions(
  context: ReadContext,
  id: string,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<{ entries: RevisionEntry[]; next: number | undefined }> {
  const found = await context.maps.listRevisions(context.caller.workspaceId, id, { limit: limit + 1, before })
  if (found.length === 0) await refuseMissing(context, id)
  const entries = found.slice(0, limit)
  return { entries, next: found.length > limit ? entries.at(-1)!.version : undefined }
}

/**
 * Reads a map as it was at a version, or as it is.
 * @param copies how many times the request will hold the map, once by default
 * @param hasPin whether to read the pinned positions of the map, too
 * @throws NotFound if there is no such map, or the version is not kept; Unavailable if the workspace's requests hold too many bytes
 */
export async function getVersion(
  context: ReadContext,
  id: string,
  version: number | undefined,
  copies?: number,
  hasPin?: boolean,
): Promise<StoredMap> {
  if (version === undefined) return getMap(context, id, copies, hasPin)
  const { maps, caller, room } = context
  const outcome = await maps.getRevision(caller.workspaceId, id, version, room(copies), hasPin)
  if (outcome !== 'not found') {
    if (isMapTooLarge(outcome)) throw new NoRoom(outcome.neededBytes)
    return outcome
  }
  const nearest = await maps.findNearestVersions(caller.workspaceId, id, version)
  throw nearest.before === null && nearest.after === null ? mapNotFound(id) : revisionNotFound(version, nearest)
}

/** Finds the version that is kept before that of a map. @throws NotFound if there is none */
export async function findVersionBefore(
  { maps }: Pick<ReadContext, 'maps'>,
  { workspaceId, id, version }: StoredMap,
): Promise<number> {
  const { before } = await maps.findNearestVersions(workspaceId, id, version)
  if (before !== null) return before
  throw new NotFound(`Version ${version} is the first of the map that is kept: there is none before it.`)
}

/** 404: a version was joined with others or dropped, or does not exist yet. */
function revisionNotFound(version: number, { before, after }: NearestVersions): NotFound {
  const nearest = [before, after].filter((it) => it !== null)
  return new NotFound(
    `Version ${version} of the map is not kept. ${nearest.length === 2 ? 'Next to it are' : 'Next to it is'} ${nearest.join(' and ')}.`,
  )
}
