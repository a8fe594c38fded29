import { isUtf8 } from 'node:buffer'
import { SetupError } from '@maps/shared/config'
import { InvalidRequest } from '@maps/shared/errors'
import { isMapId } from '@maps/shared/ids'
import { MAX_ELEMENTS, MAX_VERSION, mapSchema, noteSchema } from '@maps/shared/map'
import { planNames } from '@maps/shared/plans'
import { pinSchema } from '@maps/shared/positions'
import { z } from 'zod'
import { compileCheck } from '../validation/check.ts'
import { backupFields, type BackupMap, type BackupRevision } from '../store/backup.ts'
import { fieldsJson } from '../store/stored-map.ts'

/** Schema of a backup's first line. The numbers of maps and of their earlier versions show whether a file is complete. */
const headerSchema = z.strictObject({
  kind: z.literal('maps-workspace'),
  version: z.literal(1),
  name: z.string(),
  plan: z.enum(planNames),
  exportedAt: z.iso.datetime(),
  maps: z.int().min(0),
  revisions: z.int().min(0).default(0),
})
/** The header of a backup: its workspace and the number of its maps and of their earlier versions. */
export type BackupHeader = z.infer<typeof headerSchema>

/** Times that stay dates with four digits for the year in spite of later changes, and that Postgres can store. */
const storedTime = z.iso.datetime().refine((it) => it >= '0001' && it < '9000', 'must be in one of the years 1 to 8999')
/** The greatest version of a backup, after which there is room for changes. */
const MAX_STORED_VERSION = MAX_VERSION - 100_000_000
const mapId = z.string().refine(isMapId, 'must be the id of a map')
const nodes = mapSchema.shape.nodes.max(MAX_ELEMENTS, `must have at most ${MAX_ELEMENTS} nodes`)
/** A pinned layout is a text in its line: it is stored as it is. */
const pinText = z.string().refine(isPin, 'must be the JSON text of a pinned layout')

/** Schema of a line of a map: as the API returns it, without its workspace, why its current version was made, and its pinned layout. */
const mapLineSchema = mapSchema
  .omit({ workspaceId: true })
  .extend({ id: mapId, nodes, note: noteSchema.optional(), pin: pinText.optional() })
  .extend({ createdAt: storedTime, updatedAt: storedTime })
/** Schema of a line of an earlier version. These lines come after those of all maps. */
const revisionLineSchema = mapSchema.pick({ name: true, isPublic: true, edges: true }).extend({
  mapId,
  version: z.int().min(1).max(MAX_STORED_VERSION),
  nodes,
  createdAt: storedTime,
  note: noteSchema.optional(),
  expiresAt: storedTime.optional(),
})

/** The content of a line of a backup, with its line number. */
export interface BackupLine<Content> {
  number: number
  content: Content
}

const NEWLINE = 0x0a
/** Longest line, above the size of any map. It bounds the memory for a file without line feeds. */
const MAX_LINE_BYTES = 32 * 1024 * 1024
const checkHeader = compileCheck(headerSchema, 'The header')
const checkMap = compileCheck(mapLineSchema, 'The map')
const checkRevision = compileCheck(revisionLineSchema, 'The version')

/** Writes the first line of a backup file, with the current time and a line feed. */
export function headerLine({
  name,
  plan,
  maps,
  revisions,
}: Pick<BackupHeader, 'name' | 'plan' | 'maps' | 'revisions'>): string {
  const exportedAt = new Date().toISOString()
  const header: BackupHeader = { kind: 'maps-workspace', version: 1, name, plan, exportedAt, maps, revisions }
  return `${JSON.stringify(header)}\n`
}

/** Writes a map as a line of a backup file, with nodes and edges as stored and a line feed. */
export function mapLine(map: BackupMap): string {
  const pin = map.pin === null ? '' : `,"pin":${JSON.stringify(map.pin)}`
  return `{${fieldsJson(map, backupFields)}${noteJson(map)}${pin}}\n`
}

/** Writes an earlier version of a map as a line of a backup file. */
export function revisionLine(revision: BackupRevision): string {
  const { mapId, version, expiresAt } = revision
  const fields = fieldsJson(revision, ['name', 'isPublic', 'nodes', 'edges', 'createdAt'])
  const expiry = expiresAt ? `,"expiresAt":${JSON.stringify(expiresAt)}` : ''
  return `{"mapId":"${mapId}","version":${version},${fields}${noteJson(revision)}${expiry}}\n`
}

function isPin(text: string): boolean {
  try {
    return pinSchema.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

function noteJson({ note }: { note: string | null }): string {
  return note === null ? '' : `,"note":${JSON.stringify(note)}`
}

/**
 * Reads a backup: its header, then the maps one by one, then their earlier versions.
 * @throws SetupError that names the line and the invalid fields, also while maps and versions are iterated
 */
export async function readBackup(chunks: AsyncIterable<Buffer>): Promise<{
  header: BackupHeader
  maps: AsyncIterable<BackupLine<BackupMap>>
  revisions: AsyncIterable<BackupLine<BackupRevision>>
}> {
  const lines = splitLines(chunks)
  const first = await lines.next()
  if (first.done) throw new SetupError('The file is empty.')
  const header = parseLine(first.value, 1, checkHeader)
  return { header, maps: readMaps(lines, header), revisions: readRevisions(lines, header) }
}

type Lines = AsyncGenerator<Buffer>

async function* readMaps(lines: Lines, header: BackupHeader): AsyncGenerator<BackupLine<BackupMap>> {
  for (let number = 2; number < 2 + header.maps; number++) {
    const {
      note = null,
      updatedAt,
      pin = null,
      ...map
    } = parseLine(await nextLine(lines, number, header), number, checkMap)
    yield { number, content: { ...storedForm(map), note, pin, updatedAt: new Date(updatedAt) } }
  }
}

async function* readRevisions(lines: Lines, header: BackupHeader): AsyncGenerator<BackupLine<BackupRevision>> {
  const firstNumber = 2 + header.maps
  for (let number = firstNumber; number < firstNumber + header.revisions; number++) {
    const line = await nextLine(lines, number, header)
    const { note = null, expiresAt, ...revision } = parseLine(line, number, checkRevision)
    yield { number, content: { ...storedForm(revision), note, expiresAt: expiresAt ? new Date(expiresAt) : null } }
  }
  if (!(await lines.next()).done) throw wrongLength(header, 'more')
}

/** The content of a line as it is stored. */
function storedForm<Line extends { nodes: unknown; edges: unknown; createdAt: string }>(line: Line) {
  const { nodes, edges, createdAt } = line
  return { ...line, nodes: JSON.stringify(nodes), edges: JSON.stringify(edges), createdAt: new Date(createdAt) }
}

async function nextLine(lines: Lines, number: number, header: BackupHeader): Promise<Buffer> {
  const line = await lines.next()
  if (line.done) throw wrongLength(header, String(number - 2))
  return line.value
}

function wrongLength({ maps, revisions }: BackupHeader, count: string): SetupError {
  return new SetupError(
    `The file should hold ${maps} maps and ${revisions} earlier versions, but holds ${count}: it is cut off, or was changed.`,
  )
}

/** Splits at line feeds only: Node's `readline` also splits at U+2028, which a label may contain. */
async function* splitLines(chunks: AsyncIterable<Buffer>): Lines {
  let pending: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...pending, chunk.subarray(start, end)])
      pending = []
      length = 0
      start = end + 1
    }
    pending.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > MAX_LINE_BYTES) throw new SetupError('The file has a line longer than any map: it is no backup.')
  }
  if (length > 0) yield Buffer.concat(pending)
}

function parseLine<Content>(line: Buffer, number: number, check: (value: unknown) => Content): Content {
  try {
    return check(parseJson(line))
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    const problems = Object.entries(error.fields).map(
      ([field, problem]) => `Line ${number}: ${`${field} ${problem}`.trim()}`,
    )
    throw new SetupError(problems.join('\n'), { cause: error })
  }
}

function parseJson(line: Buffer): unknown {
  if (!isUtf8(line)) throw new InvalidRequest('not UTF-8', { '': 'is not UTF-8' })
  try {
    return JSON.parse(line.toString())
  } catch (cause) {
    throw new InvalidRequest('not JSON', { '': 'is not JSON: is the file cut off?' }, { cause })
  }
}
