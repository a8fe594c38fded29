/** `npm run test:faults` does everything as often as the promises say; `npm test` a share of it, and leaves out what only takes time. */
export const isLong = process.env['FAULTS'] === 'long'

/** How often something is done. */
export function times(quick: number, long: number): number {
  return isLong ? long : quick
}
