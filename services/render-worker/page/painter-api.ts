/** The functions that Node calls in the page. Drawings and texts are passed as JSON, which is fastest. */
export interface PainterApi {
  /** Measures texts. `runs` is JSON of `TextRun[]`. @returns JSON of their widths in px */
  measure(runs: string): Promise<string>
  /** Stores a part of a drawing that is too long for one message. @param index number of the part, from 0 */
  receive(part: string, index: number): void
  /**
   * Paints a packed drawing with `scale` picture pixels per canvas px, and writes the picture to the handoff file: an opaque picture as the
   * content of a PNG's IDAT chunk, any other as a complete PNG.
   *
   * @param drawing JSON of the drawing, or the last part of it
   * @param received number of the parts received before
   * @param maxMs time limit for an opaque picture
   */
  paint(drawing: string, received: number, scale: number, maxMs: number): Promise<HandoffResult>
}

/** Number of bytes in the handoff file, or the reason why writing failed, which is not the picture's fault. */
export type HandoffResult = number | string
