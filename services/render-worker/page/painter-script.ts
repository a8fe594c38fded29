import { readFileSync } from 'node:fs'
import { createCanvasPainter } from './canvas-painter.ts'
import { fontFamilies } from './fonts.ts'
import { createPainter } from './painter.ts'
import { createRowEncoder } from './row-encoder.ts'

/** The painter as a script, whose value it is. */
export function painterScript(): string {
  const openCanvas = `(fontText) => ${canvasPainterScript('fontText')}`
  return `(${createPainter.toString()})(globalThis, ${JSON.stringify(fontFamilies)}, ${openCanvas})`
}

/** The part of it that draws, as an expression. @param fontText a function, as an expression too */
export function canvasPainterScript(fontText: string): string {
  const loops = readFileSync(new URL('row-loops.wasm', import.meta.url)).toString('base64')
  const module = `new WebAssembly.Module(Uint8Array.from(atob('${loops}'), (it) => it.charCodeAt(0)))`
  const encoder = `(${createRowEncoder.toString()})(new WebAssembly.Instance(${module}).exports)`
  return `(${createCanvasPainter.toString()})(globalThis, ${encoder}, ${fontText})`
}
