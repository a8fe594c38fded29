import { diffMarkdown } from '../../shared/diff/diff-markdown.ts'
import type { Comparison } from '../../shared/diff/diff-words.ts'
import { contentFault } from '../../shared/diff/content-fault.ts'
import { diffMaps } from '../../shared/diff/map-diff.ts'
import { connect } from './connection.ts'
import type { Context } from './context.ts'
import { accessChange, describeAccess } from './describe-change.ts'
import { exitCodes, Failure } from './failure.ts'
import { nameOfInput, readTextInput } from './files.ts'
import { findMapId, findMapOfFile } from './find-map.ts'
import { parseMapFile } from './map-file.ts'
import { formatJson, plain } from './output.ts'
import { printComparison } from './print-changes.ts'

/**
 * Compares a map with a file, as maps push would change it.
 * @param idOrName the map; undefined for that of the file
 * @returns the text to print; undefined if it is printed
 */
export async function compareFile(
  context: Context,
  file: string,
  idOrName: string | undefined,
  format: 'text' | 'md' | 'json',
): Promise<string | undefined> {
  const { signal } = context
  const name = nameOfInput(file)
  const { id, content } = parseMapFile(name, await readTextInput(context, file))
  const maps = await connect(context)
  const from =
    idOrName === undefined
      ? await findMapOfFile(maps, { id, content }, signal)
      : await maps.get(await findMapId(maps, idOrName, signal), { signal })
  if (!from) throw new Failure(`No map is named "${plain(content.name!)}". See: maps list`, exitCodes.noSuchMap)
  const to = { name: content.name, nodes: content.nodes ?? from.nodes, edges: content.edges ?? from.edges }
  const fault = contentFault(to)
  if (fault !== undefined) throw new Failure(`${name}: ${fault}.`)
  const comparison: Comparison = { from, to, diff: diffMaps(from, to) }
  const access = accessChange(from, content)
  if (format === 'json') {
    return formatJson({ diff: { from: from.id, to: file, ...(access && { isPublic: access }), ...comparison.diff } })
  }
  if (format === 'md') {
    const note = access ? `\nThe map would be ${describeAccess(access)}.\n` : ''
    return diffMarkdown(comparison, { from: from.name, to: file }) + note
  }
  await printComparison(context, from.name, comparison, access)
  return undefined
}
