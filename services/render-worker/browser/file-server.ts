import { readFile } from 'node:fs/promises'
import { readFontSheet } from '../fonts/faces.ts'

/** Address of the page: a secure origin, which some web APIs require, with a reserved host name (RFC 2606). */
export const ORIGIN = 'https://render.invalid/'

/** The response to a page's request for a file. */
export interface ServedFile {
  headers: Record<string, string>
  body: Buffer
}

const FONT_PATH = 'fonts/'
/** Permits no scripts from addresses. Only the painter compiles WebAssembly and starts a worker thread, from our own bytes. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; font-src 'self'"
const DOCUMENT = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="stylesheet" href="/fonts.css">`

/** Creates the server of a page's files: an empty document and our fonts. It returns undefined for any other address. */
export function createFileServer(): (url: string) => Promise<ServedFile | undefined> {
  const sheet = readFontSheet(`/${FONT_PATH}`)
  return async (url) => {
    if (url === ORIGIN) return served('text/html; charset=utf-8', Buffer.from(DOCUMENT))
    if (url === `${ORIGIN}fonts.css`) return served('text/css', Buffer.from(sheet.css))
    const file = url.startsWith(ORIGIN + FONT_PATH) && sheet.files.get(url.slice(ORIGIN.length + FONT_PATH.length))
    return file ? served('font/woff2', await readFile(file)) : undefined
  }
}

function served(contentType: string, body: Buffer): ServedFile {
  return { headers: { 'Content-Type': contentType, 'Content-Security-Policy': CONTENT_SECURITY_POLICY }, body }
}
