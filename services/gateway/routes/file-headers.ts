import { fileFormats, filePath, recordOf } from '@maps/shared/file-formats'
import type { ExportedFile } from '../exports/recent-files.ts'
import type { HttpResponse } from '../http/response.ts'
import { fileETag, matchesETag, notModified, REVALIDATE_HEADERS } from '../http/etag.ts'
import { API_BASE } from '../http/route.ts'

/** Maximum number of characters of a file name without its suffix. With MAX_NAME_BYTES, the whole name stays below the 255 bytes of file systems. */
const MAX_NAME_LENGTH = 80
const MAX_NAME_BYTES = 200
/** Names that Windows reserves for devices, with any suffix (https://learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9])$/

const POLICY_HEADER = 'Content-Security-Policy'

/** The `Link` header to the files of a map that are its alternates. */
export function alternateLinks(mapId: string): string {
  const alternates = fileFormats.filter((it) => recordOf(it).isAlternate)
  return alternates
    .map((it) => `<${API_BASE}${filePath(it, mapId)}>; rel="alternate"; type="${recordOf(it).contentType}"`)
    .join(', ')
}

/** Response headers that describe a file's content, of a stored map or of none. */
export function contentHeaders(file: ExportedFile, mapName: string): Record<string, string> {
  const { scale } = file
  const { contentType, contentSecurityPolicy } = recordOf(file.format)
  return {
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition(fileName(file, mapName)),
    ...(contentSecurityPolicy && { [POLICY_HEADER]: contentSecurityPolicy }),
    ...(scale && { 'X-Export-Scale': `asked=${scale.asked}, used=${scale.used}` }),
  }
}

/** Response headers of a stored map's file. */
type FileHeaders = Record<string, string> & { ETag: string }

/** Response headers of a stored map's file for readers who may not know the id of the map. */
export function publicHeaders(file: ExportedFile, mapName: string): FileHeaders {
  return { ...contentHeaders(file, mapName), ...REVALIDATE_HEADERS, ETag: fileETag(file.sha256) }
}

/** Response headers of a stored map's file, with links to its other files. */
export function fileHeaders(file: ExportedFile, mapName: string, query: Record<string, unknown>): FileHeaders {
  const { part, mapId } = file
  return {
    ...publicHeaders(file, mapName),
    ...(recordOf(file.format).namesAlternates && { Link: alternateLinks(mapId) }),
    ...(part && part.number < part.count && { Link: `<${nextPart(file, query)}>; rel="next"` }),
  }
}

/**
 * Creates the response with a file, or a 304 if the client's copy is current.
 * @param headers headers from `fileHeaders` or `publicHeaders`
 */
export function fileResponse(
  { bytes }: ExportedFile,
  ifNoneMatch: string | undefined,
  headers: FileHeaders,
): HttpResponse {
  const { ETag: tag, [POLICY_HEADER]: policy } = headers
  if (!matchesETag(ifNoneMatch, tag)) return { status: 200, headers, body: bytes }
  const current = notModified(tag)
  // A browser applies the headers of a 304 to its copy: the API's default policy would block the styles of an SVG.
  return policy ? { ...current, headers: { ...current.headers, [POLICY_HEADER]: policy } } : current
}

function fileName({ format, part }: ExportedFile, mapName: string): string {
  const { name } = recordOf(format)
  if ('full' in name) return name.full
  const number = part && part.count > 1 ? `-${part.number}` : ''
  return `${slug(mapName)}${number}${name.suffix}`
}

/** Reduces a name to lower-case letters and digits of any script, joined by hyphens: a safe file name on all systems. */
function slug(name: string): string {
  const words =
    name
      .normalize('NFKC')
      .replaceAll(/\p{Variation_Selector}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const cut = shorten(words.join('-')).replace(/-+$/, '')
  return DEVICE.test(cut) ? `map-${cut}` : cut || 'map'
}

/** Cuts a name between characters, to a length that file systems accept. */
function shorten(name: string): string {
  const characters = [...name].slice(0, MAX_NAME_LENGTH)
  while (Buffer.byteLength(characters.join('')) > MAX_NAME_BYTES) characters.pop()
  return characters.join('')
}

/** Writes a file name in quoted ASCII, for all clients, and in RFC 6266's extended form. The package content-disposition omits the quotes. */
function contentDisposition(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]+/g, '_')
  const extended = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`
  return `attachment; filename="${plain}"${extended}`
}

function nextPart({ mapId, format, part }: ExportedFile, query: Record<string, unknown>): string {
  const next = new URLSearchParams({ ...(query as Record<string, string>), part: String((part?.number ?? 1) + 1) })
  return `${API_BASE}${filePath(format, mapId)}?${next.toString()}`
}
