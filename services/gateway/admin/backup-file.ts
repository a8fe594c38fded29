import { isUtf8 } from 'node:buffer'
import { SetupError } from '@maps/shared/config'
import { InvalidRequest } from '@maps/shared/errors'
import { isMapId } from '@maps/shared/ids'
import { MAX_ELEMENTS, mapSchema } from '@maps/shared/map'
import { planNames } from '@maps/shared/plans'
import { z } from 'zod'
import { compileCheck } from '../validation/check.ts'
import { backupFields, type BackupMap } from '../store/backup.ts'
import { fieldsJson } from '../store/stored-map.ts'

/** Schema of a backup's first line. The number of maps shows whether a file is complete. */
const headerSchema = z.strictObject({
  kind: z.literal('maps-workspace'),
  version: z.literal(1),
  name: z.string(),
  plan: z.enum(planNames),
  exportedAt: z.iso.datetime(),
  maps: z.int().min(0),
})
/** The header of a backup: its workspace and the number of its maps. */
export type BackupHeader = z.infer<typeof headerSchema>

/** Schema of every further line: a map as the API returns it, without its workspace. */
const lineSchema = mapSchema.omit({ workspaceId: true }).extend({
  id: z.string().refine(isMapId, 'must be the id of a map'),
  nodes: mapSchema.shape.nodes.max(MAX_ELEMENTS, `must have at most ${MAX_ELEMENTS} nodes`),
})

/** A map of a backup, with its line number. */
export interface BackupLine {
  number: number
  map: BackupMap
}

const NEWLINE = 0x0a
/** Longest line, above the size of any map. It bounds the memory for a file without line feeds. */
const MAX_LINE_BYTES = 32 * 1024 * 1024
const checkHeader = compileCheck(headerSchema, 'The header')
const checkMap = compileCheck(lineSchema, 'The map')

/** Writes the first line of a backup file, with the current time and a line feed. */
export function headerLine({ name, plan, maps }: Pick<BackupHeader, 'name' | 'plan' | 'maps'>): string {
  const exportedAt = new Date().toISOString()
  const header: BackupHeader = { kind: 'maps-workspace', version: 1, name, plan, exportedAt, maps }
  return `${JSON.stringify(header)}\n`
}

/** Writes a map as a line of a backup file, with nodes and edges as stored and a line feed. */
export function mapLine(map: BackupMap): string {
  return `{${fieldsJson(map, backupFields)}}\n`
}

/**
 * Reads a backup: its header, then the maps one by one.
 * @throws SetupError that names the line and the invalid fields, also while the maps are iterated
 */
export async function readBackup(
  chunks: AsyncIterable<Buffer>,
): Promise<{ header: BackupHeader; maps: AsyncIterable<BackupLine> }> {
  const lines = splitLines(chunks)
  const first = await lines.next()
  if (first.done) throw new SetupError('The file is empty.')
  const header = parseLine(first.value, 1, checkHeader)
  return { header, maps: readMaps(lines, header.maps) }
}

async function* readMaps(lines: AsyncIterable<Buffer>, expected: number): AsyncGenerator<BackupLine> {
  let count = 0
  for await (const line of lines) {
    count++
    const number = count + 1
    const { nodes, edges, createdAt, updatedAt, ...map } = parseLine(line, number, checkMap)
    const content = { nodes: JSON.stringify(nodes), edges: JSON.stringify(edges) }
    yield { number, map: { ...map, ...content, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) } }
  }
  if (count === expected) return
  throw new SetupError(`The file should hold ${expected} maps, but holds ${count}: it is cut off, or was changed.`)
}

/** Splits at line feeds only: Node's `readline` also splits at U+2028, which a label may contain. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
