import { ServiceError } from '@maps/shared/errors'
import { z } from 'zod'
import { listRevisions } from '../maps/revisions.ts'
import type { RevisionEntry } from '../store/revisions.ts'
import type { ToolContext } from './tool.ts'

/** Schema of the version that an agent expects a map to have. */
export const versionSchema = z.int().min(1).describe('Version of the map that you read')

/** Reads the current version of a map without its texts. @throws NotFound if the map does not exist */
export async function readCurrentVersion(context: ToolContext, id: string): Promise<RevisionEntry> {
  const { entries } = await listRevisions(context, id, { limit: 1, before: undefined })
  return entries[0]!
}

/**
 * Runs a change of a map at a version, and rewrites the message of a 412 for agents, which see no ETag.
 * @throws ServiceError 412 that names the current version, if the map has changed since
 */
export async function withConflictMessage<Result>(
  context: ToolContext,
  id: string,
  version: number,
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 412) throw error
    const { version: current, createdAt } = await readCurrentVersion(context, id)
    throw new ServiceError(
      412,
      `Nothing was changed: the map is at version ${current} since ${createdAt.toISOString()}, and you read version ${version}. ` +
        'Read it again with get_map, then call again with its version.',
    )
  }
}
