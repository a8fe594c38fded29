import rowLoops from './row-loops.wasm'
import { createRowEncoder, type RowEncoder } from './row-encoder.ts'
import type { RowLoops } from './row-loops.ts'

/** Creates an encoder with its loops in WebAssembly. */
export function openEncoder(): RowEncoder {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(rowLoops))
  return createRowEncoder(exports as unknown as RowLoops)
}
