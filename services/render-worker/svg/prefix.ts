import { hash } from 'node:crypto'

/** Stands before each id and class of a file until the whole file is known. XML cannot contain this character. */
export const PREFIX = '\0'

/** Matches a short name in a hash: the first character must be a letter. */
const shortName = /[a-z]\w{3}/i

/**
 * Replaces `PREFIX` by a short hash of the file. In a page with several pictures, no picture then has the colours and icons of another one, and
 * equal pictures are equal bytes.
 */
export function withOwnPrefix(svg: string): string {
  const prefix = shortName.exec(hash('sha256', svg, 'base64url'))?.[0] ?? 'maps'
  return svg.replaceAll(PREFIX, prefix)
}
