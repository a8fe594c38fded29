import { changeMap, createMap } from './map-changes.ts'
import {
  exportMap,
  listMaps,
  listPages,
  readLayout,
  readMap,
  readPage,
  readSomeVersion,
  searchMap,
} from './map-reads.ts'
import type { RecordedMap, Session } from './recording.ts'

/** Clients use only the newest maps, so that most operations on a map are concurrent. */
const WORKING_SET_SIZE = 6
const LINKS_IN_USE = 8

/** Runs one operation of a random kind on a random map, and records it. */
export async function runRandomOperation(session: Session): Promise<unknown> {
  const { random, recording } = session
  const inUse = recording.maps.filter((it) => !it.isDeleted).slice(-WORKING_SET_SIZE)
  if (inUse.length < WORKING_SET_SIZE || random.below(100) < 2) return createMap(session)
  const deleted = recording.maps.filter((it) => it.isDeleted).slice(-WORKING_SET_SIZE)
  const target: RecordedMap = random.pick(deleted.length > 0 && random.below(10) === 0 ? deleted : inUse)
  const links = recording.links.slice(-LINKS_IN_USE)
  const percent = random.below(100)
  if (percent < 42) return changeMap(session, target)
  if (percent < 55) return readMap(session, target)
  if (percent < 65) return readSomeVersion(session, target)
  if (percent < 68) return readLayout(session, target)
  if (percent < 71) return listMaps(session)
  if (percent < 75) return searchMap(session, target)
  if (percent < 77) return listPages(session)
  if (percent < 83 && links.length > 0) return readPage(session, random.pick(links))
  return exportMap(session, target)
}
