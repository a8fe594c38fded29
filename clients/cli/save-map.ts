import { isDeepStrictEqual } from 'node:util'
import type { MapChange, MapsClient, VersionedMap } from '../typescript/index.ts'
import type { Call } from './command.ts'
import { describeChange } from './describe-change.ts'
import { isComplete } from './map-file.ts'
import { Failure } from './failure.ts'
import { plain, printJson, printLine } from './output.ts'

/** What became of a map, or would become of it. */
export interface Saved {
  outcome: 'created' | 'updated' | 'unchanged'
  map: Pick<VersionedMap, 'name'> & { id?: string; shareUrl?: string | undefined }
  /** What has changed, in words. */
  change: string
}

/** How a map is saved. */
export interface SaveOptions {
  /** Whether nothing is written. */
  isDryRun: boolean
  signal: AbortSignal
}

/**
 * Makes the map be as the content says, in the fields that it has: creates it where there is none, and writes nothing where it is so already.
 * @param current the map as it is, undefined to create one
 * @throws PreconditionFailedError where the map changes meanwhile
 */
export async function saveMap(
  maps: MapsClient,
  current: VersionedMap | undefined,
  content: MapChange,
  { isDryRun, signal }: SaveOptions,
): Promise<Saved> {
  const change = describeChange(current, content)
  if (!current) {
    if (!isComplete(content)) throw new Failure('The map needs a name.')
    const map = isDryRun ? { name: content.name } : await maps.create(content, { signal })
    return { outcome: 'created', map, change }
  }
  if (holds(current, content)) return { outcome: 'unchanged', map: current, change: '' }
  const map = isDryRun ? current : await maps.update(current, content, { signal })
  return { outcome: 'updated', map, change }
}

/** Tells the user what became of a map. */
export async function printSaved(
  { context: { stdout }, options }: Pick<Call, 'context' | 'options'>,
  { outcome, map, change }: Saved,
): Promise<void> {
  const { id, name, shareUrl } = map
  if (options['json']) return printJson(stdout, { outcome, id, name, shareUrl, change: change || undefined })
  const subject = `${plain(name)}${id ? ` (${id})` : ''}`
  if (outcome === 'unchanged') return printLine(stdout, `${subject} is unchanged.`)
  const verb = { created: ['Created', 'Would create'], updated: ['Updated', 'Would update'] }[outcome]
  await printLine(stdout, `${verb[options['dry-run'] ? 1 : 0]} ${subject}: ${plain(change)}.`)
}

/** The order of fields makes no difference, that of nodes and edges does. */
function holds(current: VersionedMap, content: MapChange): boolean {
  const fields = Object.keys(content) as (keyof MapChange)[]
  return fields.every((field) => isDeepStrictEqual(asJson(current[field]), asJson(content[field])))
}

/** A value as it comes back from the service, which knows no -0. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
