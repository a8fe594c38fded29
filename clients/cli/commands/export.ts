import type { ExportedFile, ExportFormat } from '../../typescript/index.ts'
import { type Call, defineCommand } from '../command.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../failure.ts'
import { replaceFile, saveExport, STANDARD_STREAM } from '../files.ts'
import { openMap } from '../find-map.ts'
import { plain, plainLines, printJson, printLine, write } from '../output.ts'
import { withProgress } from '../progress.ts'
import { watchMap } from '../watch-map.ts'
import { exportFormats, formatOptions, readFormatOptions } from './formats.ts'
import { mapArgument, outputOption } from './shared-options.ts'

/** The `maps export` command. */
export const exportMap = defineCommand({
  name: 'export',
  summary: 'download a map as a file',
  args: [mapArgument, { name: 'format', summary: 'what file it becomes', choices: exportFormats }],
  options: {
    ...outputOption('a new file in this folder'),
    watch: { kind: 'flag', short: 'w', summary: 'write the file again when the map changes, until Ctrl-C' },
    ...formatOptions,
    json: { kind: 'flag', summary: 'print JSON: file, format, contentType, bytes, etag, scale, nextPart' },
  },
  examples: [
    ['export "Web shop" png -o shop.png --theme dark', 'a dark picture'],
    ['export "Web shop" svg -o shop.svg --watch', 'a picture that follows the map'],
    ['export "Web shop" claude -o docs/architecture.md', 'what coding agents read'],
    ['export "Web shop" claude -o - --since v12', 'what changed since an agent read version 12'],
    ['export "Web shop" markdown -o - | less', 'a page, to look at'],
    ['export "Web shop" png --focus orders-api --depth 2', 'a picture of what is around a service'],
  ],
  async run({ args: [idOrName, word], options, context }) {
    const { stdout, stderr, signal } = context
    const format = word as ExportFormat
    const { output, watch } = options
    checkOutput(format, options, stdout)
    const selected = readFormatOptions(format, options)
    const { maps, id } = await openMap(context, idOrName!)
    const download = () =>
      withProgress(context, `Making ${output ?? `the ${format} file`} …`, () =>
        maps.export(id, format, { ...selected, signal }),
      )
    // Read before the export, so that no change between the two is missed.
    const version = watch ? await maps.get(id, { signal }) : undefined
    let exported = await download()
    if (output === STANDARD_STREAM) {
      await tellNextPart(stderr, exported)
      return write(stdout, stdout.isTTY ? plainLines(Buffer.from(exported.bytes).toString()) : exported.bytes)
    }
    const file = await saveExport(exported, output)
    await printWritten(file, exported, { options, context })
    if (!version) return
    if (stderr.isTTY) await printLine(stderr, `Watching ${plain(version.name)}. Ctrl-C ends it.`)
    await watchMap(maps, version, context, async () => {
      const latest = await download()
      if (Buffer.compare(latest.bytes, exported.bytes) === 0) return
      exported = latest
      await replaceFile(file, exported.bytes)
      await printWritten(file, exported, { options, context })
    })
  },
})

/** @throws UsageError for a combination of options that makes no sense with this output */
function checkOutput(
  format: ExportFormat,
  { output, json, watch }: { output?: string; json?: boolean; watch?: boolean },
  stdout: Context['stdout'],
): void {
  if (output !== STANDARD_STREAM) return
  if (json) throw new UsageError('--json and --output - would print two things.')
  if (watch) throw new UsageError('--watch writes a file again and again: give its name.')
  if (format === 'png' && stdout.isTTY) throw new UsageError('A terminal shows no pictures: give a file.')
}

async function printWritten(
  file: string,
  exported: ExportedFile,
  { options: { output, json, watch }, context }: Pick<Call, 'options' | 'context'>,
): Promise<void> {
  const { stdout, stderr } = context
  const { format, contentType, bytes, etag, scale, nextPart } = exported
  const time = watch ? `${new Date().toLocaleTimeString('en-GB')}  ` : ''
  const size = stdout.isTTY ? ` (${Math.ceil(bytes.length / 1_024).toLocaleString('en')} KiB)` : ''
  if (json) await printJson(stdout, { file, format, contentType, bytes: bytes.length, etag, scale, nextPart })
  else if (output === undefined || watch || stdout.isTTY) await printLine(stdout, `${time}${file}${size}`)
  await tellNextPart(stderr, exported)
}

/** Says that the file is not the whole map, as one for Notion may not be. */
async function tellNextPart(stderr: Context['stderr'], { nextPart }: ExportedFile): Promise<void> {
  if (nextPart) await printLine(stderr, `The next part: --part ${nextPart}`)
}
