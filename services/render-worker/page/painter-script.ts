import { readFileSync } from 'node:fs'
import { createCanvasPainter } from './canvas-painter.ts'
import { fontFamilies } from '../fonts/faces.ts'
import { openHandoff, runWriter } from './handoff/handoff.ts'
import { unpack } from './packing.ts'
import { createPainter } from './painter.ts'
import { createHuffmanCoder } from './png-encoder/huffman.ts'
import { createRowEncoder } from './png-encoder/row-encoder.ts'
import { createShapePainter } from './shape-painter.ts'

/** A script that evaluates to a promise of the painter. @param marker content by which its handoff file is found */
export function painterScript(marker: string): string {
  const openCanvas = `(fontText) => ${canvasPainterScript('fontText')}`
  const others = `${JSON.stringify(fontFamilies)}, ${openCanvas}, ${unpack.toString()}`
  return `${handoffScript(marker)}.then((handoff) => (${createPainter.toString()})(globalThis, ${others}, handoff))`
}

/** A JavaScript expression that evaluates to the canvas painter. @param fontText expression of a function that returns a run's CSS font */
export function canvasPainterScript(fontText: string): string {
  const loops = readFileSync(new URL('png-encoder/row-loops.wasm', import.meta.url)).toString('base64')
  const module = `new WebAssembly.Module(Uint8Array.from(atob('${loops}'), (it) => it.charCodeAt(0)))`
  const encoder = `(${createRowEncoder.toString()})(new WebAssembly.Instance(${module}).exports, (${createHuffmanCoder.toString()})())`
  return `(${createCanvasPainter.toString()})(globalThis, ${encoder}, ${createShapePainter.toString()}, ${fontText})`
}

/** A JavaScript expression that evaluates to a promise of an open handoff. */
export function handoffScript(marker: string): string {
  const writer = `(${runWriter.toString()})(globalThis)`
  return `(${openHandoff.toString()})(globalThis, ${JSON.stringify(writer)}, ${JSON.stringify(marker)})`
}
