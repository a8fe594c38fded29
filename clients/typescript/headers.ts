/**
 * The target of the `Link` header with this relation (RFC 8288), and with this media type where one is given. A relative one gets an origin
 * that means nothing.
 */
export function findLink(headers: Headers, relation: string, type = ''): URL | undefined {
  for (const [, target, parameters] of (headers.get('Link') ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    const isMeant = new RegExp(`;\\s*rel="?${relation}"?`).test(parameters!) && parameters!.includes(type)
    if (isMeant) return new URL(target!, 'http://relative.invalid')
  }
  return undefined
}

/** What names the version of the content: the `ETag`, whose weak form a compressed response has for the same content. */
export function readEtag(headers: Headers): string | undefined {
  return headers.get('ETag')?.replace(/^W\//, '')
}
