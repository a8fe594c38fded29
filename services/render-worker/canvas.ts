import { pack } from './page/packing.ts'
import type { Chunk } from './png-file.ts'
import type { Drawing, TextRun } from './scene/draw/display-list.ts'

/** Text measuring and painting by Chromium. */
export interface Canvas {
  /**
   * Widths in px of texts as `paint` will draw them, in the same order.
   * @throws the signal's reason, or an error after which another try gets a fresh Chromium
   */
  measure(runs: readonly TextRun[], signal: AbortSignal): Promise<number[]>
  /**
   * The PNG of a drawing, of `scale` picture pixels per canvas px, with these chunks after its header.
   * @throws the signal's reason, or an error after which another try gets a fresh Chromium
   */
  paint(drawing: Drawing, scale: number, signal: AbortSignal, chunks?: readonly Chunk[]): Promise<Buffer>
}

/** A drawing, serialised for Chromium. */
export interface PackedPicture {
  /** JSON of a `PackedDrawing`. */
  drawing: string
  scale: number
  /** In pixels. */
  width: number
  height: number
  isOpaque: boolean
  /** All chunks that follow the header. */
  chunks: Uint8Array
  /**
   * When its page gives an opaque picture up, by `performance.now()` of the thread that Chromium is connected to. A page that goes on after
   * that has its Chromium ended, and with it the pictures on other pages.
   */
  until?: number
}

/**
 * The part of a `Canvas` that only the owner of Chromium can do: text and bytes in, text and bytes out.
 * `onStart` is called when a page of Chromium begins the work.
 */
export interface CanvasCalls {
  /** JSON of `TextRun[]` in, JSON of widths out. */
  measureTexts(runs: string, signal: AbortSignal, onStart?: () => void): Promise<string>
  paintPicture(picture: PackedPicture, signal: AbortSignal, onStart?: () => void): Promise<Buffer>
}

/** Measures and paints by these calls; packing and unpacking is done here. */
export function canvasOn(calls: CanvasCalls): Canvas {
  return {
    async measure(runs, signal) {
      return JSON.parse(await calls.measureTexts(JSON.stringify(runs), signal)) as number[]
    },
    async paint(drawing, scale, signal, chunks = []) {
      const { width, height, isOpaque } = drawing
      const picture = {
        drawing: JSON.stringify(pack(drawing)),
        scale,
        width: Math.round(width * scale),
        height: Math.round(height * scale),
        isOpaque,
        chunks: Buffer.concat(chunks.flat()),
      }
      return calls.paintPicture(picture, signal)
    },
  }
}
