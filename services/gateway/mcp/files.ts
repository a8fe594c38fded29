import { type ExportFormat, fileFormatTable } from '@maps/shared/export-job'
import type { ResourceLink } from '@modelcontextprotocol/server'
import type { ExportedFile } from '../exports/recent-files.ts'
import { filePath } from '../routes/file-path.ts'
import type { StoredMap } from '../store/stored-map.ts'
import { sanitizeText } from './sanitize.ts'

/** All bytes of a file in one buffer; large files come in chunks. */
export async function bytesOf({ bytes }: ExportedFile): Promise<Buffer> {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.concat(await Array.fromAsync(bytes))
}

/** Address of a file in the REST API, options included. */
export function fileUrl(
  apiUrl: string,
  mapId: string,
  format: ExportFormat,
  options: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams(options).toString()
  return `${apiUrl}${filePath(format, mapId)}${query && `?${query}`}`
}

/** A link to a file for agents and their users, who need the workspace's token to follow it. */
export function linkTo(
  apiUrl: string,
  { id, name }: Pick<StoredMap, 'id' | 'name'>,
  format: ExportFormat,
  options: Readonly<Record<string, string>> = {},
): ResourceLink {
  return {
    type: 'resource_link',
    uri: fileUrl(apiUrl, id, format, options),
    name: `${format} of ${sanitizeText(name)}`,
    description: 'Needs the header "Authorization: Bearer <WORKSPACE_TOKEN>".',
    mimeType: fileFormatTable[format].contentType,
  }
}
