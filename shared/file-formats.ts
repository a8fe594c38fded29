import type { z } from 'zod'
import { diffPng, diffSvg } from './formats/diff-pictures.ts'
import { diffJson, diffMarkdown } from './formats/diffs.ts'
import { excalidraw } from './formats/excalidraw.ts'
import { figma } from './formats/figma.ts'
import type { FormatRecord } from './formats/format.ts'
import { agents, claude } from './formats/guides.ts'
import { layout } from './formats/layout.ts'
import { markdown } from './formats/markdown.ts'
import { mermaid } from './formats/mermaid.ts'
import { notion } from './formats/notion.ts'
import { png } from './formats/png.ts'
import { svg } from './formats/svg.ts'
import { viewFormat } from './formats/view.ts'

/** The formats of the interface, each the last segment of a path `/maps/{id}/export/{format}`. */
const exportFormatTable = { png, markdown, claude, agents, figma, notion } satisfies Record<string, FormatRecord>

/** The records of files that tell what differs between two maps, by the last segment of their paths. */
const diffFormatTable = {
  diff: diffJson,
  'diff.md': diffMarkdown,
  'diff.svg': diffSvg,
  'diff.png': diffPng,
} satisfies Record<string, FormatRecord>

/** The record of each kind of file that workers make of maps: the export formats, and files with paths of their own. */
export const fileFormatTable = {
  ...exportFormatTable,
  svg,
  mermaid,
  excalidraw,
  layout,
  view: viewFormat,
  ...diffFormatTable,
} satisfies Record<string, FormatRecord>

/** A format that a map can be downloaded as. */
export type ExportFormat = keyof typeof exportFormatTable
/** A kind of file that tells what differs between two maps. */
export type DiffFormat = keyof typeof diffFormatTable
/** All kinds of file that tell what differs between two maps. */
export const diffFormats = Object.keys(diffFormatTable) as DiffFormat[]
/** The formats of the interface, in its order. */
export const exportFormats = Object.keys(exportFormatTable) as ExportFormat[]
/** A kind of file that workers make of maps. */
export type FileFormat = keyof typeof fileFormatTable
/** All kinds of file that workers make of maps. */
export const fileFormats = Object.keys(fileFormatTable) as FileFormat[]

/** The checked options of a format, defaults filled in. */
export type ExportOptions<Format extends FileFormat> = z.output<(typeof fileFormatTable)[Format]['options']>

/** The record of a format, for code that serves all formats alike. */
export function recordOf(format: FileFormat): FormatRecord {
  return fileFormatTable[format]
}

/** The path of a map's file below the base path of the API. */
export function filePath(format: FileFormat, mapId: string): string {
  return fileFormatTable[format].path.replace('{id}', mapId)
}

/** Writes checked options as the texts of query parameters, defaults included. The format's schema parses them to equal options. */
export function writeOptions(options: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]))
}
