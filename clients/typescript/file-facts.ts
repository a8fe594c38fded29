import { findLink, readEtag } from './headers.ts'
import type { DiffFormat, ExportFormat, FileFacts } from './types.ts'

/** Reads the facts of a file from the response headers of its export. */
export function readFileFacts<Format extends ExportFormat | DiffFormat>(
  format: Format,
  headers: Headers,
): FileFacts<Format> {
  const scale = /used=([\d.]+)/.exec(headers.get('X-Export-Scale') ?? '')?.[1]
  const nextPart = findLink(headers, 'next')?.searchParams.get('part')
  return {
    format,
    contentType: headers.get('Content-Type') ?? 'application/octet-stream',
    fileName: readFileName(headers.get('Content-Disposition') ?? '') ?? `map.${format}`,
    etag: readEtag(headers),
    ...(scale && { scale: Number(scale) }),
    ...(nextPart && { nextPart: Number(nextPart) }),
  }
}

/** The file name in a `Content-Disposition` header. Only its extended form (RFC 6266) has non-ASCII characters. */
function readFileName(disposition: string): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return extended ? decodeURIComponent(extended) : /filename="([^"]*)"/i.exec(disposition)?.[1]
}
