import type { DiffFormat, DiffOptions, ExportedFile, VersionOptions } from '../typescript/index.ts'
import type { Context } from './context.ts'
import { UsageError } from './failure.ts'
import { openMap } from './find-map.ts'
import { formatJson } from './output.ts'
import { printComparison } from './print-changes.ts'
import { readVersion } from './read-version.ts'

/** What to tell of two versions, and how. */
export interface VersionsRequest {
  idOrName: string
  /** The versions, as in `v3`: none, the older one, or both. */
  versions: readonly (string | undefined)[]
  format: 'text' | 'md' | 'json' | 'svg' | 'png'
  /** Options of pictures. */
  picture: Pick<DiffOptions['diff.png'], 'theme' | 'width' | 'height'>
}

/**
 * Compares two versions of a map.
 * @returns the file or the text to print; undefined if it is printed
 * @throws UsageError for what is no version
 */
export async function compareVersions(
  context: Context,
  { idOrName, versions, format, picture }: VersionsRequest,
): Promise<ExportedFile<DiffFormat> | string | undefined> {
  const { signal } = context
  const [from, to] = versions.map((word) => {
    if (word === undefined) return undefined
    const version = readVersion(word)
    if (version !== undefined) return version
    throw new UsageError(`After a map come versions of maps log, as in v3, and ${word} is none.`)
  })
  const { maps, id } = await openMap(context, idOrName)
  const options: VersionOptions = { from, to, signal }
  if (format === 'md') return maps.diffFile(id, 'diff.md', options)
  if (format === 'svg') return maps.diffFile(id, 'diff.svg', { theme: picture.theme, ...options })
  if (format === 'png') return maps.diffFile(id, 'diff.png', { ...picture, ...options })
  const diff = await maps.diff(id, options)
  if (format === 'json') return formatJson({ diff })
  const [older, newer] = await Promise.all([diff.from, diff.to].map((it) => maps.revision(id, it, { signal })))
  const name = `${newer!.name}, v${diff.from} to v${diff.to}`
  await printComparison(context, name, { from: older!, to: newer!, diff })
  return undefined
}
