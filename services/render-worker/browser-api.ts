import { pack } from './page/packing.ts'
import type { Chunk } from './png-file.ts'
import type { Drawing, TextRun } from './scene/draw/display-list.ts'

/** Chromium as renderers use it: it measures text and paints. */
export interface BrowserApi {
  /**
   * Widths in px of texts as `paint` will draw them, in the same order.
   * @throws an error after which another try gets a fresh Chromium
   */
  measure(runs: readonly TextRun[]): Promise<number[]>
  /**
   * The PNG of a drawing, of `scale` picture pixels per canvas px, with these chunks after its header.
   * @throws an error after which another try gets a fresh Chromium
   */
  paint(drawing: Drawing, scale: number, chunks?: readonly Chunk[]): Promise<Buffer>
}

/** A drawing to be painted, serialised for Chromium. */
export interface PaintRequest {
  /** JSON of a `PackedDrawing`, as bytes, which change threads without being copied. */
  drawing: Uint8Array<ArrayBuffer>
  scale: number
  /** In pixels. */
  width: number
  height: number
  isOpaque: boolean
  /** All chunks that follow the header. */
  chunks: Uint8Array
  /**
   * Time at which the page gives up an opaque picture, by `performance.now()` of the main thread. Chromium would be ended under a page that went on
   * painting, and with it the pictures on other pages.
   */
  pageDeadline?: number
}

/**
 * Carries the serialised calls of a `BrowserApi` to Chromium: from a render thread to the main thread, and from there into a page.
 * The signal aborts a call with its reason; `onStart` is called when a page begins the work.
 */
export interface BrowserTransport {
  /** JSON of `TextRun[]` in, JSON of widths out. */
  measureTexts(runs: string, signal?: AbortSignal, onStart?: () => void): Promise<string>
  /** The bytes of a PNG. */
  paintPicture(request: PaintRequest, signal?: AbortSignal, onStart?: () => void): Promise<Buffer>
}

/** Makes the API that sends its calls through a transport. */
export function createBrowserApi(transport: BrowserTransport): BrowserApi {
  return {
    async measure(runs) {
      return JSON.parse(await transport.measureTexts(JSON.stringify(runs))) as number[]
    },
    async paint(drawing, scale, chunks = []) {
      const { width, height, isOpaque } = drawing
      return transport.paintPicture({
        drawing: new TextEncoder().encode(JSON.stringify(pack(drawing))),
        scale,
        width: Math.round(width * scale),
        height: Math.round(height * scale),
        isOpaque,
        chunks: Buffer.concat(chunks.flat()),
      })
    },
  }
}
