import { readFileSync } from 'node:fs'
import { readFontSheet } from '../../../services/render-worker/fonts/faces.ts'

/** The start of a page for SVG pictures: the three font faces with Latin characters, and no margin. */
export function readPageHead(): string {
  return `<!doctype html><meta charset="utf-8"><style>${readFontFaces()}body{margin:0}svg{display:block}</style>`
}

/** A script that resolves when the fonts of a page are loaded. */
export const FONTS_READY = 'document.fonts.ready.then(() => undefined)'

/** The `@font-face` rules for Latin characters, with the font files as data URLs. */
function readFontFaces(): string {
  const { css, files } = readFontSheet('/')
  const rules = css.split('\n').filter((it) => it.includes('-latin-wght-normal.woff2'))
  const dataUrl = (name: string): string => `data:font/woff2;base64,${readFileSync(files.get(name)!, 'base64')}`
  return rules.map((rule) => rule.replace(/url\(\/([^)]+)\)/, (_, name: string) => `url(${dataUrl(name)})`)).join('\n')
}
