import { readFile } from 'node:fs/promises'
import { readFontSheet } from '../fonts/faces.ts'

/** The page's address: a secure origin, so that it has everything a page can have, at a name that is reserved (RFC 2606). */
export const ORIGIN = 'https://render.invalid/'

/** What the page is answered for one of its own addresses. */
export interface PageResource {
  status: number
  contentType: string
  headers: Record<string, string>
  body: Buffer
}

const FONT_PATH = 'fonts/'
/** No script is ever loaded; WebAssembly is compiled and a thread begun by the painter alone, from bytes of ours. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; font-src 'self'"
const DOCUMENT = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="stylesheet" href="/fonts.css">`

/** All that the page may load, by its address: a document that does nothing, and our fonts. Undefined for anything else. */
export function createOwnFiles(): (url: string) => Promise<PageResource | undefined> {
  const sheet = readFontSheet(`/${FONT_PATH}`)
  return async (url) => {
    if (url === ORIGIN) return answer('text/html; charset=utf-8', Buffer.from(DOCUMENT))
    if (url === `${ORIGIN}fonts.css`) return answer('text/css', Buffer.from(sheet.css))
    const file = url.startsWith(ORIGIN + FONT_PATH) && sheet.files.get(url.slice(ORIGIN.length + FONT_PATH.length))
    return file ? answer('font/woff2', await readFile(file)) : undefined
  }
}

function answer(contentType: string, body: Buffer): PageResource {
  return { status: 200, contentType, headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY }, body }
}
