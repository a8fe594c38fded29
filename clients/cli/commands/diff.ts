import { diffMarkdown } from '../../../shared/diff/diff-markdown.ts'
import { type ChangeLine, changeLines, type Comparison, costLines, summaryOf } from '../../../shared/diff/diff-words.ts'
import { contentFault } from '../../../shared/diff/content-fault.ts'
import { diffMaps } from '../../../shared/diff/map-diff.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection.ts'
import type { Context } from '../context.ts'
import { exitCodes, Failure } from '../failure.ts'
import { nameOfInput, readInput } from '../files.ts'
import { findMapId, findMapOfFile } from '../find-map.ts'
import { parseMapFile } from '../map-file.ts'
import { plain, printJson, printLine, style, write } from '../output.ts'
import { mapArgument } from './shared-options.ts'

/** The `maps diff` command. */
export const diff = defineCommand({
  name: 'diff',
  summary: 'tell what differs in a file from its map',
  details: [
    'From the map in the service to the file, as maps push would change it: services by their ids, connections by their ends. A service with another id, but the same name and technology, is renamed. Fields that the file does not have stay as they are.',
  ],
  args: [
    { name: 'file', summary: 'a map as JSON; - for standard input', isFile: true },
    { ...mapArgument, summary: 'its id or exact name; that of the file where not given', isOptional: true },
  ],
  options: {
    format: { kind: 'choice', choices: ['text', 'md', 'json'], summary: 'text by default; md for a pull request' },
  },
  examples: [
    ['diff shop.json', 'what maps push would change'],
    ['diff shop.json "Web shop" --format md', 'a table and a picture for a pull request'],
    ['diff shop.json --format json | jq .diff.costs', 'the change in cost, by currency'],
  ],
  async run({ args: [file, idOrName], options: { format = 'text' }, context }) {
    const { signal, stdout } = context
    const name = nameOfInput(file!)
    const { id, content } = parseMapFile(name, (await readInput(context, file!)).toString())
    const maps = await connect(context)
    const from =
      idOrName === undefined
        ? await findMapOfFile(maps, { id, content }, signal)
        : await maps.get(await findMapId(maps, idOrName, signal), { signal })
    if (!from) throw new Failure(`No map is named "${plain(content.name!)}". See: maps list`, exitCodes.noSuchMap)
    const to = { name: content.name, nodes: content.nodes ?? from.nodes, edges: content.edges ?? from.edges }
    const fault = contentFault(to)
    if (fault !== undefined) throw new Failure(`${name}: ${fault}.`)
    const comparison = { from, to, diff: diffMaps(from, to) }
    if (format === 'json') return printJson(stdout, { diff: { from: from.id, to: file, ...comparison.diff } })
    if (format === 'md') return write(stdout, diffMarkdown(comparison, { from: from.name, to: file! }))
    await printLine(stdout, `${plain(from.name)}: ${plain(summaryOf(comparison.diff)) || 'no change'}.`)
    await printChanges(context, comparison)
  },
})

const signs: Record<ChangeLine['kind'], readonly [sign: string, color: 'green' | 'red' | 'yellow']> = {
  added: ['+', 'green'],
  removed: ['-', 'red'],
  renamed: ['~', 'yellow'],
  changed: ['~', 'yellow'],
}

async function printChanges(context: Context, comparison: Comparison): Promise<void> {
  const { stdout } = context
  for (const { kind, subject, details } of changeLines(comparison)) {
    const [sign, color] = signs[kind]
    await printLine(stdout, style(context, stdout, color, plain(`${sign} ${subject}${details && `  ${details}`}`)))
  }
  for (const line of costLines(comparison.diff)) await printLine(stdout, line)
}
