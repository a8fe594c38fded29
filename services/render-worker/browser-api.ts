import type { Deadline } from '@maps/shared/deadline'
import { pack } from './page/packing.ts'
import { pictureSize } from './page/picture-size.ts'
import type { Chunk } from './png-file.ts'
import type { Drawing } from './scene/draw/display-list.ts'
import type { TextRun } from './scene/text/font.ts'

/** The functions of Chromium that renderers use: measuring text and painting. */
export interface BrowserApi {
  /**
   * Measures the widths of texts as `paint` draws them, in px and in the order of the runs.
   * @throws if Chromium fails; a retry gets a new Chromium
   */
  measure(runs: readonly TextRun[]): Promise<number[]>
  /**
   * Paints a drawing as a PNG with `scale` picture pixels per canvas px, and with these chunks after the header.
   * @throws if Chromium fails; a retry gets a new Chromium
   */
  paint(drawing: Drawing, scale: number, chunks?: readonly Chunk[]): Promise<Buffer>
}

/** A drawing to paint, serialised for Chromium. */
export interface PaintRequest {
  /** JSON of a `PackedDrawing`, as bytes, which can be transferred between threads without a copy. */
  drawing: Uint8Array<ArrayBuffer>
  scale: number
  /** Width of the picture in pixels, as is the height. */
  width: number
  height: number
  isOpaque: boolean
  /** PNG chunks after the header. */
  chunks: Uint8Array
  /**
   * The page stops painting an opaque picture then; the main thread sets it. If the page painted longer, its Chromium would be ended, with the
   * pictures on other pages.
   */
  pageDeadline?: Deadline
}

/**
 * Carries the serialised calls of a `BrowserApi` to Chromium: from a render thread to the main thread, and from there into a page.
 * An aborted signal rejects a call with its reason. `onStart` is called when a page starts the work.
 */
export interface BrowserTransport {
  /** Measures texts. `runs` is JSON of `TextRun[]`, the result is JSON of their widths in px. */
  measureTexts(runs: string, signal?: AbortSignal, onStart?: () => void): Promise<string>
  /** Paints a picture. @returns the PNG */
  paintPicture(request: PaintRequest, signal?: AbortSignal, onStart?: () => void): Promise<Buffer>
}

/** Creates a `BrowserApi` that sends its calls through a transport. */
export function createBrowserApi(transport: BrowserTransport): BrowserApi {
  return {
    async measure(runs) {
      return JSON.parse(await transport.measureTexts(JSON.stringify(runs))) as number[]
    },
    async paint(drawing, scale, chunks = []) {
      return transport.paintPicture({
        drawing: new TextEncoder().encode(JSON.stringify(pack(drawing))),
        scale,
        ...pictureSize(drawing, scale),
        isOpaque: drawing.isOpaque,
        chunks: Buffer.concat(chunks.flat()),
      })
    },
  }
}
