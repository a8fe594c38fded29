import type { MapsClient, MapSummary, VersionedMap } from '../typescript/index.ts'
import { connect } from './connection.ts'
import type { Context } from './context.ts'
import { exitCodes, Failure } from './failure.ts'
import type { MapFile } from './map-file.ts'
import { plain } from './output.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Resolves the id or exact name of a map to its id.
 * @throws Failure if no map, or more than one, has the name
 */
export async function findMapId(maps: MapsClient, idOrName: string, signal: AbortSignal): Promise<string> {
  if (UUID.test(idOrName)) return idOrName
  const id = await findIdByName(maps, idOrName, signal)
  if (id) return id
  throw new Failure(`No map is named "${plain(idOrName)}". See: maps list`, exitCodes.noSuchMap)
}

/** Connects to the service, and finds the id of a map there by its id or exact name. @throws Failure as `connect` and `findMapId` do */
export async function openMap(context: Context, idOrName: string): Promise<{ maps: MapsClient; id: string }> {
  const maps = await connect(context)
  return { maps, id: await findMapId(maps, idOrName, context.signal) }
}

/** Connects to the service, and fetches a map by its id or exact name. @throws Failure as `connect` and `findMapId` do */
export async function fetchMap(context: Context, idOrName: string): Promise<{ maps: MapsClient; map: VersionedMap }> {
  const { maps, id } = await openMap(context, idOrName)
  return { maps, map: await maps.get(id, { signal: context.signal }) }
}

/**
 * Finds the id of the map with an exact name; undefined if no map has it.
 * @throws Failure that lists the maps if several have the name
 */
export async function findIdByName(maps: MapsClient, name: string, signal: AbortSignal): Promise<string | undefined> {
  const found: MapSummary<'id' | 'name' | 'updatedAt'>[] = []
  for await (const map of maps.list({ q: name, fields: ['id', 'name', 'updatedAt'], signal })) {
    // macOS writes accents as characters of their own.
    if (map.name.normalize() === name.normalize()) found.push(map)
  }
  if (found.length < 2) return found[0]?.id
  const lines = found.map(({ id, updatedAt }) => `  ${plain(id)}  updated ${plain(updatedAt)}`)
  throw new Failure(
    `${found.length} maps are named "${plain(name)}". Give the id of one:\n${lines.join('\n')}`,
    exitCodes.noSuchMap,
  )
}

/** Fetches the map that a file is of: of its id, or else of its name; undefined if no map has this name. */
export async function findMapOfFile(
  maps: MapsClient,
  { id, content: { name } }: MapFile,
  signal: AbortSignal,
): Promise<VersionedMap | undefined> {
  const found = id ?? (await findIdByName(maps, name!, signal))
  return found === undefined ? undefined : maps.get(found, { signal })
}
