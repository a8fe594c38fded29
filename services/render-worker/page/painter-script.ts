import { readFileSync } from 'node:fs'
import { fontFamilies } from './fonts.ts'
import { createPainter } from './painter.ts'
import { createRowEncoder } from './row-encoder.ts'

/** The painter as a script, whose value it is. */
export function painterScript(): string {
  return `(${createPainter.toString()})(globalThis, ${JSON.stringify(fontFamilies)}, ${rowEncoderScript()})`
}

/** The encoder as an expression. */
export function rowEncoderScript(): string {
  const loops = readFileSync(new URL('row-loops.wasm', import.meta.url)).toString('base64')
  const module = `new WebAssembly.Module(Uint8Array.from(atob('${loops}'), (it) => it.charCodeAt(0)))`
  return `(${createRowEncoder.toString()})(new WebAssembly.Instance(${module}).exports)`
}
