import type { ExportedFile, ExportFormat, ExportOptions, MapsClient } from '../../typescript/index.ts'
import { type Call, defineCommand } from '../command.ts'
import { connect } from '../connection.ts'
import type { Context } from '../context.ts'
import { exitCodes, Failure, UsageError } from '../failure.ts'
import { readInput } from '../files.ts'
import { findMapId } from '../find-map.ts'
import { plain, printJson, printLine, style } from '../output.ts'
import { withProgress } from '../progress.ts'
import { readRefreshCommand } from '../refresh-command.ts'
import { describeError } from '../describe-error.ts'
import { exportFormats, formatOptions, formatOptionWords, readFormatOptions } from './formats.ts'

/** The export that a file is compared with. */
interface Origin {
  map: string
  format: ExportFormat
  options: ExportOptions[ExportFormat]
}

/** The `maps check` command. */
export const check = defineCommand({
  name: 'check',
  summary: 'tell whether files are older than their maps',
  details: [
    'Compares each file with a fresh export, byte by byte; in text, line ends of Windows are taken for those of the export. Files of the formats claude and agents say themselves which map they are of, and with which options: their last lines have the command that refreshes them, except with --since, or where --max-tokens leaves no room for it. For other files give --map, --format and the options that they were made with.',
    `The exit code is ${exitCodes.outdated} where a file is older than its map, and ${exitCodes.undecided} where the service cannot be reached.`,
  ],
  args: [{ name: 'file', summary: 'an exported file', isFile: true, isRepeated: true }],
  options: {
    map: { kind: 'text', value: 'MAP', summary: 'id or exact name of the map that the file is of' },
    format: { kind: 'choice', choices: exportFormats, summary: 'what it was exported as' },
    ...formatOptions,
    json: { kind: 'flag', summary: 'print JSON: file, map, format, isCurrent and refresh (a command) of each' },
  },
  examples: [
    ['check AGENTS.md docs/architecture.md', 'fail a build whose documents are old'],
    ['check shop.png --map "Web shop" --format png --theme dark', 'check a picture'],
  ],
  async run({ args: files, options, context }) {
    const { stdout } = context
    const maps = await connect(context)
    const results: Result[] = []
    for (const file of files) {
      const result = await checkFile(maps, file, { options, context })
      results.push(result)
      if (!options.json) await printLine(stdout, describe(context, result))
    }
    if (options.json) await printJson(stdout, results)
    return results.every((result) => result.isCurrent) ? exitCodes.done : exitCodes.outdated
  },
})

interface Result {
  file: string
  map: string
  format: ExportFormat
  isCurrent: boolean
  /** Shell command that writes the file again. */
  refresh: string
}

async function checkFile(
  maps: MapsClient,
  file: string,
  { options, context }: Pick<Call, 'options' | 'context'>,
): Promise<Result> {
  const { signal } = context
  const bytes = await readInput(context, file)
  const { map: name, format, options: selected } = originOf(file, bytes, options)
  const { map, exported } = await withProgress(context, `Checking ${file} …`, async () => {
    const map = await findMapId(maps, name, signal)
    return { map, exported: await maps.export(map, format, { ...selected, signal }) }
  }).catch((error: unknown) => {
    const { text, exitCode } = describeError(error)
    throw new Failure(`${file}: ${text}`, exitCode, { cause: error })
  })
  const refresh = shellLine(['maps', 'export', map, format, '-o', file, ...formatOptionWords(format, selected)])
  return { file, map, format, isCurrent: isCopy(bytes, exported), refresh }
}

/** Whether a file has the content of an export. In a checkout with line ends of Windows, a text file has CRLF in place of LF. */
function isCopy(file: Buffer, { format, bytes }: ExportedFile): boolean {
  if (format === 'png') return file.equals(bytes)
  return Buffer.from(file.toString('latin1').replaceAll('\r\n', '\n'), 'latin1').equals(bytes)
}

function describe(context: Context, { file, isCurrent, refresh }: Result): string {
  const { stdout } = context
  if (isCurrent) return `${style(context, stdout, 'green', 'current')}  ${plain(file)}`
  return `${style(context, stdout, 'red', 'older')}    ${plain(`${file}: ${refresh}`)}`
}

/** Joins words into one line of shell, quoted where necessary. */
function shellLine(words: readonly string[]): string {
  return words.map((it) => (/^[\w./:@=-]+$/.test(it) ? it : `'${it.replaceAll("'", `'\\''`)}'`)).join(' ')
}

function originOf(file: string, bytes: Buffer, given: Call['options']): Origin {
  const { map, format } = given as { map?: string; format?: ExportFormat }
  const used = readRefreshCommand(bytes.toString())
  const origin = { map: map ?? used?.map, format: format ?? used?.format }
  if (origin.map === undefined || origin.format === undefined) {
    throw new UsageError(`${file} does not say which map it is of: give --map and --format.`)
  }
  const options = { ...(used?.format === origin.format && used.options), ...readFormatOptions(origin.format, given) }
  return { map: origin.map, format: origin.format, options }
}
