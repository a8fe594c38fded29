/** Shortens a text to a number of code points, the last of which is an ellipsis. */
export function shorten(text: string, length: number): string {
  const points = [...text]
  return points.length <= length ? text : `${points.slice(0, length - 1).join('')}…`
}
