import { readFile } from 'node:fs/promises'
import { readFontSheet } from '../fonts/faces.ts'

/** The page's address: a secure origin, so that it has everything a page can have, at a name that is reserved (RFC 2606). */
export const ORIGIN = 'https://render.invalid/'

/** A file as the page gets it. */
export interface ServedFile {
  headers: Record<string, string>
  body: Buffer
}

const FONT_PATH = 'fonts/'
/** No script is ever loaded; WebAssembly is compiled and a thread begun by the painter alone, from bytes of ours. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; font-src 'self'"
const DOCUMENT = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="stylesheet" href="/fonts.css">`

/** Serves all that the page may load: a document that does nothing, and our fonts. Any other address gives undefined. */
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
