/** A text of at most this many characters (code points): of a longer one the beginning and an ellipsis. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}
