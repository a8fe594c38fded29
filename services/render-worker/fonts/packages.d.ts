declare module 'fontverter' {
  /** Converts a font; the format of the original is seen from its first bytes. */
  export function convert(font: Buffer, format: 'sfnt' | 'woff2'): Promise<Buffer>
}

declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2'
    /** OpenType features; all where it is not set. */
    keepFeatures?: readonly string[]
    /** By the tag of an axis, one value or a range of it. */
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>
  }
  /** A font with the glyphs of the text's characters alone. */
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
