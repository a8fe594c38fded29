import { basename } from 'node:path'
import type { ExportedFile, ExportFormat } from '../../typescript/index.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../failure.ts'
import { STANDARD_STREAM, createFile, writeAtomically } from '../files.ts'
import { findMapId } from '../find-map.ts'
import { plain, plainLines, printJson, printLine, write } from '../output.ts'
import { withProgress } from '../progress.ts'
import { exportFormats, formatOptions, readFormatOptions } from './formats.ts'
import { mapArgument, outputOption } from './shared-options.ts'

/** The `maps export` command. */
export const exportMap = defineCommand({
  name: 'export',
  summary: 'download a map as a file',
  args: [mapArgument, { name: 'format', summary: 'what file it becomes', choices: exportFormats }],
  options: {
    ...outputOption('a new file in this folder'),
    ...formatOptions,
    json: { kind: 'flag', summary: 'print JSON: file, contentType, bytes, etag' },
  },
  examples: [
    ['export "Web shop" png -o shop.png --theme dark', 'a dark picture'],
    ['export "Web shop" claude -o docs/architecture.md', 'what coding agents read'],
    ['export "Web shop" markdown -o - | less', 'a page, to look at'],
  ],
  async run({ args: [map, format], options: { output, json, ...given }, context }) {
    const { stdout, signal } = context
    const isPrinted = output === STANDARD_STREAM
    if (isPrinted && json) throw new UsageError('--json and --output - would print two things.')
    if (isPrinted && format === 'png' && stdout.isTTY)
      throw new UsageError('A terminal shows no pictures: give a file.')
    const options = readFormatOptions(format as ExportFormat, given)
    const maps = await connect(context)
    const exported = await withProgress(context, `Making ${output ?? `a ${format} file`} …`, async () =>
      maps.export(await findMapId(maps, map!, signal), format as ExportFormat, { ...options, signal }),
    )
    if (isPrinted)
      return write(stdout, stdout.isTTY ? plainLines(Buffer.from(exported.bytes).toString()) : exported.bytes)
    const file = output ?? plain(basename(exported.fileName))
    await (output === undefined ? createFile : writeAtomically)(file, exported.bytes)
    if (json) await printJson(stdout, metadataOf(file, exported))
    else if (output === undefined || stdout.isTTY) await printLine(stdout, `${file}${sizeNote(context, exported)}`)
    if (exported.nextPart) await printLine(context.stderr, `The next part: --part ${exported.nextPart}`)
  },
})

function metadataOf(file: string, { format, contentType, bytes, etag, scale, nextPart }: ExportedFile): object {
  return { file, format, contentType, bytes: bytes.length, etag, scale, nextPart }
}

function sizeNote({ stdout }: Context, { bytes }: ExportedFile): string {
  return stdout.isTTY ? ` (${Math.ceil(bytes.length / 1_024).toLocaleString('en')} KiB)` : ''
}
