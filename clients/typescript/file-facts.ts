import { findLink, readEtag } from './headers.ts'
import type { ExportFormat, FileFacts } from './types.ts'

/** What the headers of an export tell of the file. */
export function readFileFacts(format: ExportFormat, headers: Headers): FileFacts {
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

/** The extended form (RFC 6266) has the characters that the plain one cannot have. */
function readFileName(disposition: string): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return extended ? decodeURIComponent(extended) : /filename="([^"]*)"/i.exec(disposition)?.[1]
}
