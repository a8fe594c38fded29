import { isDeepStrictEqual } from 'node:util'
import {
  type MapChange,
  type MapsClient,
  type NewMap,
  RateLimitedError,
  UnavailableError,
  type VersionedMap,
} from '../typescript/index.ts'
import type { Call } from './command.ts'
import { describeChange } from './describe-change.ts'
import { isComplete } from './map-file.ts'
import { Failure } from './failure.ts'
import { plain, printJson, printLine } from './output.ts'

/** The result of saving a map, or of a dry run. */
export interface Saved {
  outcome: 'created' | 'updated' | 'unchanged'
  map: Pick<VersionedMap, 'name'> & { id?: string; shareUrl?: string | undefined }
  /** Description of the change. */
  change: string
}

/** Options of `saveMap`. */
export interface SaveOptions {
  /** Computes the result without writing it. */
  isDryRun: boolean
  /** Whether services stay where pictures show them before the change, and afterwards. */
  isPinned?: boolean
  /** Why the map is written. */
  note?: string | undefined
  signal: AbortSignal
}

/**
 * Creates or updates a map like `writeMap`, and pins its layout before and after that, unless it is a dry run: the first pin keeps services where pictures
 * show them before the change. A map that cannot be changed is pinned afterwards only if it was before.
 */
export async function saveMap(
  maps: MapsClient,
  current: VersionedMap | undefined,
  content: MapChange,
  options: SaveOptions,
): Promise<Saved> {
  const { isDryRun, isPinned, signal } = options
  const pins = isPinned && !isDryRun
  const isNewPin = pins && current !== undefined && !(await maps.layout(current.id, { signal })).isPinned
  if (pins && current) await maps.pin(current.id, { signal })
  const saved = await writeMap(maps, current, content, options).catch(async (error: unknown) => {
    // Also after an interruption, and the error of the change matters more.
    if (isNewPin) await maps.unpin(current.id).catch(() => undefined)
    throw error
  })
  if (pins && saved.map.id && saved.outcome !== 'unchanged') await maps.pin(saved.map.id, { signal })
  return saved
}

/**
 * Throws what the service would refuse to write, by a preview, which stores nothing. A map that is only too costly to draw, or that the quota of
 * exports leaves no room for, can be written.
 */
async function refuseInvalid(maps: MapsClient, map: NewMap, signal: AbortSignal): Promise<void> {
  try {
    await maps.preview(map, 'svg', { signal })
  } catch (error) {
    if (!(error instanceof UnavailableError || error instanceof RateLimitedError)) throw error
  }
}

/**
 * Creates a map, or updates the given fields of the current one. Writes nothing if the map has these values already.
 * @param current the stored map; undefined to create one
 * @throws PreconditionFailedError if the map changes meanwhile
 */
async function writeMap(
  maps: MapsClient,
  current: VersionedMap | undefined,
  content: MapChange,
  { isDryRun, note, signal }: SaveOptions,
): Promise<Saved> {
  const change = describeChange(current, content)
  if (!current) {
    if (!isComplete(content)) throw new Failure('The map needs a name.')
    if (isDryRun) await refuseInvalid(maps, content, signal)
    const map = isDryRun ? { name: content.name } : await maps.create(content, { note, signal })
    return { outcome: 'created', map, change }
  }
  if (isUpToDate(current, content)) return { outcome: 'unchanged', map: current, change: '' }
  const { nodes, edges } = current
  const changed = { nodes, edges, ...content, name: content.name ?? current.name }
  if (isDryRun) await refuseInvalid(maps, changed, signal)
  const map = isDryRun ? current : await maps.update(current, content, { note, signal })
  return { outcome: 'updated', map, change }
}

/** Prints the result of `saveMap`. @param notes further fields of its JSON */
export async function printSaved(
  { context: { stdout }, options }: Pick<Call, 'context' | 'options'>,
  saved: Saved,
  notes: object = {},
): Promise<void> {
  const { outcome, map, change } = saved
  const { id, name, shareUrl } = map
  if (options['json']) return printJson(stdout, { outcome, id, name, shareUrl, change: change || undefined, ...notes })
  await printLine(stdout, describeSaved(saved, options['dry-run'] === true))
}

/** Describes the result of `saveMap` in a sentence. */
export function describeSaved({ outcome, map: { id, name }, change }: Saved, isDryRun = false): string {
  const subject = plain(id ? `${name} (${id})` : name)
  if (outcome === 'unchanged') return `${subject} is unchanged.`
  const verbs = { created: ['Created', 'Would create'], updated: ['Updated', 'Would update'] }[outcome]
  return `${verbs[isDryRun ? 1 : 0]} ${subject}: ${plain(change)}.`
}

/** Whether the map has these values already. The order of nodes and edges matters, the order of their fields does not. */
function isUpToDate(current: VersionedMap, content: MapChange): boolean {
  const fields = Object.keys(content) as (keyof MapChange)[]
  return fields.every((field) => isDeepStrictEqual(asJson(current[field]), asJson(content[field])))
}

/** A value as the service returns it: 0 for -0. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
