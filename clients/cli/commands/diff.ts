import { stat } from 'node:fs/promises'
import type { DiffFormat, ExportedFile } from '../../typescript/index.ts'
import { defineCommand } from '../command.ts'
import { compareFile } from '../compare-file.ts'
import { compareVersions } from '../compare-versions.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../failure.ts'
import { replaceFile, saveExport, STANDARD_STREAM } from '../files.ts'
import { plainLines, printLine, write } from '../output.ts'
import { formatOptions } from './formats.ts'
import { outputOption } from './shared-options.ts'

const { width, height } = formatOptions

/** The `maps diff` command. */
export const diff = defineCommand({
  name: 'diff',
  summary: 'tell what differs between two versions of a map, or in a file from its map',
  details: [
    'Of a map: from its version before the current one, or the first version given, to the current one or the second. Of a file, which a first word is that ends in .json, or that is there: from its map to the file, as maps push would change it. A map that is named like a file goes by its id.',
    'Services are matched by their ids, connections by their ends. A service with another id, but the same name and technology, is renamed. Fields that a file does not have stay as they are.',
  ],
  args: [
    { name: 'map', summary: 'its id or exact name; or a map as JSON, - for standard input', isFile: true },
    { name: 'from', summary: 'a version of maps log, as in v3; after a file, its map', isMap: true, isOptional: true },
    { name: 'to', summary: 'a version, as in v7; the current one where not given', isOptional: true },
  ],
  options: {
    format: {
      kind: 'choice',
      choices: ['text', 'md', 'json', 'svg', 'png'],
      summary: 'text by default; md for a pull request; svg and png of versions',
    },
    ...outputOption('pictures to a new file in this folder, others to standard output'),
    theme: { kind: 'choice', choices: ['light', 'dark'], summary: 'png, svg: default light' },
    width,
    height,
  },
  examples: [
    ['diff "Web shop"', 'what the last change was'],
    ['diff "Web shop" v3 v7 --format png -o diff.png', 'a picture of what changed'],
    ['diff "Web shop" v3 --format md', 'a table and a picture for a pull request'],
    ['diff shop.json', 'what maps push would change'],
    ['diff shop.json --format json | jq .diff.costs', 'the change in cost, by currency'],
  ],
  async run({ args: [first, second, third], options, context }) {
    const { format = 'text', ...given } = options
    const { output, ...picture } = given
    checkOptions(format, given)
    if (!(await isFile(first!))) {
      const request = { idOrName: first!, versions: [second, third], format, picture }
      return save(context, await compareVersions(context, request), output)
    }
    if (third !== undefined)
      throw new UsageError(`After a file comes its map alone, and ${third} is one word too many.`)
    if (format === 'svg' || format === 'png') throw new UsageError('Pictures are of versions: give a map, not a file.')
    return save(context, await compareFile(context, first!, second, format), output)
  },
})

/** The options of pictures by format. */
const pictureOptions: Readonly<Record<string, readonly string[]>> = {
  svg: ['theme'],
  png: ['theme', 'width', 'height'],
}

/** @throws UsageError for an option of another format */
function checkOptions(format: string, { output, ...picture }: Readonly<Record<string, unknown>>): void {
  if (format === 'text' && output !== undefined) throw new UsageError('--output is of another --format than text.')
  const other = Object.keys(picture).find((it) => !pictureOptions[format]?.includes(it))
  if (other !== undefined) throw new UsageError(`--${other} is no option of ${format}.`)
}

/** Whether the first word is a file. */
async function isFile(word: string): Promise<boolean> {
  if (word === STANDARD_STREAM || word.endsWith('.json')) return true
  return stat(word).then(
    (found) => found.isFile(),
    () => false,
  )
}

/** Writes what was compared to the file that is named, or to standard output, or else, a picture, to a new file. */
async function save(
  { stdout }: Context,
  compared: ExportedFile<DiffFormat> | string | undefined,
  output: string | undefined,
): Promise<void> {
  if (compared === undefined) return
  const isPicture = typeof compared === 'object' && compared.format !== 'diff.md'
  if (output === STANDARD_STREAM || (output === undefined && !isPicture)) {
    const content = typeof compared === 'string' ? compared : compared.bytes
    if (!stdout.isTTY) return write(stdout, content)
    if (isPicture) throw new UsageError('A terminal shows no pictures: give a file.')
    return write(stdout, plainLines(Buffer.from(content).toString()))
  }
  if (typeof compared === 'string') return replaceFile(output!, compared)
  const file = await saveExport(compared, output)
  if (output === undefined || stdout.isTTY) await printLine(stdout, file)
}
