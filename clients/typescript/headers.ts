/**
 * Finds the target of a `Link` header (RFC 8288) by relation and, if given, media type. A relative target gets
 * a placeholder as its origin.
 */
export function findLink(headers: Headers, relation: string, type = ''): URL | undefined {
  for (const [, target, parameters] of (headers.get('Link') ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    const isMatch = new RegExp(`;\\s*rel="?${relation}"?`).test(parameters!) && parameters!.includes(type)
    if (isMatch) return new URL(target!, 'http://relative.invalid')
  }
  return undefined
}

/** The `ETag` in its strong form. A compressed response has the weak form, for the same content. */
export function readEtag(headers: Headers): string | undefined {
  return headers.get('ETag')?.replace(/^W\//, '')
}
