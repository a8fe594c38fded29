/**
 * The few things of a browser page that the painter uses, as types. The rest of the worker runs in Node,
 * so the whole DOM library would only offer it names that are not there.
 */
export interface PageGlobals {
  readonly document: { readonly fonts: { load(font: string, text: string): Promise<unknown> } }
  readonly OffscreenCanvas: new (width: number, height: number) => PageCanvas
  readonly Path2D: new (d?: string) => PagePath
  readonly DOMMatrix: new (values: readonly number[]) => object
}

export interface PageCanvas {
  getContext(kind: '2d', options: { alpha: boolean; willReadFrequently: boolean }): Canvas2d | null
  convertToBlob(options: { type: string }): Promise<Blob>
}

export interface PagePath {
  arc(x: number, y: number, radius: number, start: number, end: number): void
  roundRect(x: number, y: number, width: number, height: number, radius: number): void
}

export interface Canvas2d {
  readonly canvas: PageCanvas
  /** Colour text, gradient or pattern. */
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
  scale(x: number, y: number): void
  translate(x: number, y: number): void
  clip(path: PagePath): void
  fill(path: PagePath): void
  stroke(path: PagePath): void
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
