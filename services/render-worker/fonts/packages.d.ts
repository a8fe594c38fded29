declare module 'fontverter' {
  /** Converts a font, whose current format is detected. */
  export function convert(font: Buffer, format: 'sfnt' | 'woff2'): Promise<Buffer>
}

declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2'
    /** OpenType features to keep; all if unset. */
    keepFeatures?: readonly string[]
    /** By the tag of an axis, its fixed value or its range. */
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>
  }
  /** Reduces a font to the glyphs of the text's characters. */
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
