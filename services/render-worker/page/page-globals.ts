/**
 * Types of the page's globals that the painter uses. The rest of the worker runs in Node, where most names
 * of the DOM library do not exist.
 */
export interface PageGlobals {
  readonly document: { readonly fonts: { load(font: string, text: string): Promise<unknown> } }
  readonly OffscreenCanvas: new (width: number, height: number) => PageCanvas
  readonly Path2D: new (d: string) => PagePath
  readonly DOMMatrix: new (values: readonly number[]) => object
  readonly VideoFrame: new (image: PageCanvas, options: { timestamp: number }) => PageFrame
  readonly performance: { now(): number }
  readonly Worker: new (url: string) => { postMessage(message: unknown, transfer: readonly object[]): void }
}

/** Types of a dedicated worker's globals that the handoff uses. */
export interface WriterGlobals {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  readonly navigator: { readonly storage: { getDirectory(): Promise<PageFolder> } }
}

interface PageFolder {
  getFileHandle(name: string, options: { create: true }): Promise<{ createSyncAccessHandle(): Promise<PageFile> }>
}

/** A file with synchronous access (https://fs.spec.whatwg.org/#api-filesystemsyncaccesshandle). */
export interface PageFile {
  write(bytes: Uint8Array, options: { at: number }): number
}

/** The members of `OffscreenCanvas` that the painter uses. */
export interface PageCanvas {
  readonly width: number
  readonly height: number
  getContext(kind: '2d', options: { alpha: boolean; willReadFrequently: boolean }): Canvas2d | null
  convertToBlob(options: { type: string }): Promise<Blob>
}

/** A snapshot of a canvas. */
export interface PageFrame {
  copyTo(target: Uint8Array, options: { rect: object; format: 'BGRX' }): Promise<unknown>
  close(): void
}

/** A `Path2D`, created from SVG path data. */
export type PagePath = object

/** The members of a canvas's 2D context that the painter uses. */
export interface Canvas2d {
  readonly canvas: PageCanvas
  /** A CSS colour, a gradient or a pattern. */
  fillStyle: unknown
  strokeStyle: unknown
  lineWidth: number
  lineCap: 'butt' | 'round' | 'square'
  lineJoin: 'miter' | 'round' | 'bevel'
  font: string
  fontKerning: 'auto' | 'normal' | 'none'
  textAlign: 'left' | 'center' | 'right'
  textBaseline: 'alphabetic'
  direction: 'ltr' | 'rtl'
  save(): void
  restore(): void
  translate(x: number, y: number): void
  scale(x: number, y: number): void
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void
  beginPath(): void
  closePath(): void
  arc(x: number, y: number, radius: number, start: number, end: number): void
  roundRect(x: number, y: number, width: number, height: number, radius: number): void
  fill(path?: PagePath): void
  stroke(path?: PagePath): void
  setLineDash(lengths: readonly number[]): void
  fillRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  measureText(text: string): { width: number }
  createLinearGradient(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
  ): { addColorStop(at: number, color: string): void }
  createPattern(tile: PageCanvas, repeat: 'repeat'): { setTransform(matrix: object): void } | null
}
