import { type ExportFormat, fileFormatTable, filePath } from '@maps/shared/file-formats'
import type { ResourceLink } from '@modelcontextprotocol/server'
import type { StoredMap } from '../store/stored-map.ts'
import { sanitizeText } from './sanitize.ts'

/** URL of a file in the REST API, options included. */
function fileUrl(
  apiUrl: string,
  mapId: string,
  format: ExportFormat,
  options: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams(options).toString()
  return `${apiUrl}${filePath(format, mapId)}${query && `?${query}`}`
}

/** Creates a link to a file in the REST API, which requires the workspace's token. */
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
