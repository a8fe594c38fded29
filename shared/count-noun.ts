/** Writes a count with its noun, as in "1 service" or "1,200 services". */
export function countNoun(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
