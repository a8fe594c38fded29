import { readFileSync } from 'node:fs'
import { readFontSheet } from '../../../services/render-worker/fonts/faces.ts'

/** What every page of theirs begins with: the three faces, as far as the benchmark's texts need them, and no margin. */
export function readPageHead(): string {
  return `<!doctype html><meta charset="utf-8"><style>${readFontFaces()}body{margin:0}svg{display:block}</style>`
}

/** Resolves when the fonts of a page's texts are there. */
export const FONTS_READY = 'document.fonts.ready.then(() => undefined)'

/** The `@font-face` rules of the Latin slices, with the files in them. */
function readFontFaces(): string {
  const { css, files } = readFontSheet('/')
  const rules = css.split('\n').filter((it) => it.includes('-latin-wght-normal.woff2'))
  return rules.map((it) => it.replace(/url\(\/([^)]+)\)/, (_, name: string) => embed(files.get(name)!))).join('\n')
}

function embed(file: string): string {
  return `url(data:font/woff2;base64,${readFileSync(file).toString('base64')})`
}
