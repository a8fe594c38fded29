/** The exports of row-loops.as.ts. Addresses in its memory are numbers. */
export interface RowLoops {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  countsAt(): number
  lengthSymbolsAt(): number
  literalCodesAt(): number
  lengthCodesAt(): number
  distanceCodesAt(): number
  freeAt(): number
  begin(): void
  forget(): void
  adler32(): number
  tokenize(pixels: number, width: number, rows: number, tokens: number): number
  writeTo(address: number): void
  writtenTo(): number
  put(value: number, length: number): void
  align(): void
  writeTokens(tokens: number, count: number): void
}
