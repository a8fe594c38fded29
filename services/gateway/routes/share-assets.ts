import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hash } from 'node:crypto'
import { NotFound } from '@maps/shared/errors'
import type { RequestHandler } from 'express'
import { compressOnce } from '../http/compress.ts'
import { respond } from '../http/response.ts'

const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
/** Allows caching for a year: a file name contains a hash of the bytes, so changed bytes have another name. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'
const HASH_LENGTH = 12

interface Asset {
  /** URL relative to a page. */
  url: string
  /** The response with it. */
  answer: ReturnType<typeof compressOnce>
}

const font = asset('inter.woff2', 'font/woff2', readFileSync(createRequire(import.meta.url).resolve(FONT)))
const icon = asset('icon.svg', 'image/svg+xml', readOwn('../../docs/page/icon.svg'))
const sheets = Buffer.concat([withFontUrl(readOwn('font.css'), font), readOwn('page.css')])
const style = asset('page.css', 'text/css; charset=utf-8', sheets)
const script = asset('viewer.js', 'text/javascript; charset=utf-8', readOwn('viewer.js'))
const assets = new Map([font, icon, style, script].map((it) => [it.url, it]))

/** URLs of the files that a public page loads, relative to the page. */
export const shareAssets = { icon: icon.url, style: style.url, script: script.url }

/** Serves the files of public pages under `/share/assets/`. */
export const serveShareAsset: RequestHandler<{ file: string }> = async (request, response) => {
  const found = assets.get(`assets/${request.params.file}`)
  if (!found) throw new NotFound('There is no such file.')
  await respond(response, found.answer(request))
}

function readOwn(file: string): Buffer {
  return readFileSync(new URL(`share-page/${file}`, import.meta.url))
}

/** Creates an asset whose name contains a hash of its bytes. */
function asset(file: string, contentType: string, bytes: Buffer): Asset {
  const [name, ending] = file.split('.')
  const headers = { 'Content-Type': contentType, 'Cache-Control': CACHE_CONTROL }
  return {
    url: `assets/${name}.${hash('sha256', bytes).slice(0, HASH_LENGTH)}.${ending}`,
    answer: compressOnce({ status: 200, headers, body: bytes }),
  }
}

/** Replaces the font's name in the style sheet by its hashed name; both are in the same folder. */
function withFontUrl(sheet: Buffer, { url }: Asset): Buffer {
  return Buffer.from(sheet.toString().replace('inter.woff2', url.replace('assets/', '')))
}
