import { type ExportFormat, exportFormats } from '@maps/shared/file-formats'
import type { RestClient } from '../rig/rest-client.ts'
import type { Operation } from './operation.ts'
import { markerIn, markerOf } from './marked-maps.ts'
import {
  randomGateway,
  record,
  type Recorded,
  type RecordedMap,
  type Recording,
  recordList,
  seenInLayout,
  seenInMap,
  seenInRevision,
  seenInRevisions,
  seenWith,
  type Session,
} from './recording.ts'

const PAGE_SIZE = '50'
/** What readers of a public link can read, and how its marker is read. */
const pageFiles: readonly (readonly [path: string, format: ExportFormat | undefined])[] = [
  ['', undefined],
  ['/map.svg', undefined],
  ['/map.png', 'png'],
  ['/card.png', 'png'],
]

/** Reads a map. */
export function readMap(
  session: Session,
  { map, id }: RecordedMap,
  gateway = randomGateway(session),
): Promise<Recorded> {
  const request = () => readerOf(session).request('GET', `/maps/${id}`, { gateway })
  return record(session, 'GET', { kind: 'read', map }, request, seenInMap)
}

/** Lists the versions of a map. */
export function listVersions(
  session: Session,
  { map, id }: RecordedMap,
  gateway = randomGateway(session),
): Promise<Recorded> {
  const request = () => readerOf(session).request('GET', `/maps/${id}/revisions`, { gateway, query: { limit: '1000' } })
  return record(session, 'list of versions', { kind: 'revisions', map }, request, seenInRevisions)
}

/** Reads a version of a map. */
export function readVersion(
  session: Session,
  { map, id }: RecordedMap,
  asked: number,
  gateway = randomGateway(session),
): Promise<Recorded> {
  const request = () => readerOf(session).request('GET', `/maps/${id}/revisions/${asked}`, { gateway })
  return record(session, 'version', { kind: 'revision', map, asked }, request, seenInRevision)
}

/** Lists the versions of a map, and reads one of them, or one that is not kept. */
export async function readSomeVersion(session: Session, target: RecordedMap): Promise<void> {
  const { seen } = await listVersions(session, target)
  const newest = seen?.versions?.[0]?.version ?? 1
  await readVersion(session, target, 1 + session.random.below(newest))
}

/** Reads the layout of a map. */
export function readLayout(
  session: Session,
  { map, id }: RecordedMap,
  gateway = randomGateway(session),
): Promise<Recorded> {
  const request = () => readerOf(session).request('GET', `/maps/${id}/layout`, { gateway })
  return record(session, 'layout', { kind: 'layout', map }, request, seenInLayout)
}

/** Creates a file of a map. */
export function exportMap(
  session: Session,
  { map, id }: RecordedMap,
  format = session.random.pick(exportFormats),
  gateway = randomGateway(session),
): Promise<Recorded> {
  const request = () => readerOf(session).request('GET', `/maps/${id}/export/${format}`, { gateway })
  return record(session, 'export', { kind: 'export', map }, request, ({ bytes }) =>
    seenWith(() => markerOf(format, bytes)),
  )
}

/** Reads the page of a public link, or a picture there. */
export function readPage(
  session: Session,
  { map, link }: Recording['links'][number],
  [path, format] = session.random.pick(pageFiles),
  gateway = randomGateway(session),
): Promise<Recorded> {
  const request = () => session.site.request('GET', `/share/${link}${path}`, { gateway })
  return record(session, 'public page', { kind: 'page', map, link }, request, ({ text, bytes }) =>
    seenWith(() => (format ? markerOf(format, bytes) : markerIn(text))),
  )
}

/** Reads the list of all maps, whole or with some fields. */
export function listMaps(session: Session, gateway = randomGateway(session)): Promise<Operation['outcome']> {
  const query = session.random.pick([undefined, { fields: 'id,name,isPublic' }])
  return recordList(session, 'list', { isPaged: false }, () =>
    readerOf(session).request('GET', '/maps', { gateway, ...(query && { query }) }),
  )
}

/** Searches one map by its name. */
export function searchMap(session: Session, { map }: RecordedMap): Promise<Operation['outcome']> {
  const query = { q: `n${map}X`, fields: 'name,isPublic' }
  return recordList(session, 'list ?q', { map, isPaged: false }, () =>
    readerOf(session).request('GET', '/maps', { gateway: randomGateway(session), query }),
  )
}

/** Reads the list of all maps in pages, each through a gateway of its own. */
export function listPages(session: Session): Promise<Operation['outcome']> {
  return recordList(session, 'list in pages', { isPaged: true }, (cursor) => {
    const query = { limit: PAGE_SIZE, fields: 'name', ...(cursor !== undefined && { cursor }) }
    return readerOf(session).request('GET', '/maps', { gateway: randomGateway(session), query })
  })
}

function readerOf({ random, api, readOnly }: Session): RestClient {
  return random.below(4) === 0 ? readOnly : api
}
