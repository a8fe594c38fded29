import { decodeEscapes } from '@maps/shared/config'
import { InvalidRequest } from '@maps/shared/errors'
import { parse, type ParsedUrlQuery } from 'node:querystring'

/** Matches a `%` that begins no escape. It stays as it is, as in `q=20%`. */
const strayPercent = /%(?![\da-f]{2})/gi

/**
 * Parses a query string with all its parameters; by default, Node ignores those after the first 1,000. A repeated one is a list.
 * @throws InvalidRequest for escapes that are not UTF-8, which would be read as U+FFFD
 */
export function parseQuery(text: string | null): ParsedUrlQuery {
  if (!text) return {}
  for (const parameter of text.split('&')) {
    const name = parameter.split('=', 1)[0]!
    if (decodeEscapes(parameter.replaceAll(strayPercent, '%25')) === undefined) {
      throw new InvalidRequest('The query string has a percent escape that is not UTF-8.', {
        [decodeEscapes(name) ?? '']: 'must be percent-encoded UTF-8',
      })
    }
  }
  return parse(text, '&', '=', { maxKeys: 0 })
}
