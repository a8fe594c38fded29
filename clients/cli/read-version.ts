/** Reads a version of maps log, as in `v12` or `12`; undefined for another word. */
export function readVersion(word: string): number | undefined {
  const [, number] = /^v?([1-9]\d{0,9})$/.exec(word) ?? []
  return number === undefined ? undefined : Number(number)
}
