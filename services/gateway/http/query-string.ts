import { decodeEscapes } from '@maps/shared/config'
import { InvalidRequest } from '@maps/shared/errors'
import { parse, type ParsedUrlQuery } from 'node:querystring'

/** Matches a `%` that begins no escape. It stays as it is, as in `q=20%`. */
const strayPercent = /%(?![\da-f]{2})/gi

/** 400: a part of the URL has an escape that is not UTF-8, in the value of a parameter or, by default, elsewhere. */
export function invalidEscape(part: string, parameter = ''): InvalidRequest {
  return new InvalidRequest(`The ${part} has a percent escape that is not UTF-8.`, {
    [parameter]: 'must be percent-encoded UTF-8',
  })
}

/**
 * Parses a query string with all its parameters; by default, Node ignores those after the first 1,000. A repeated one is a list.
 * @throws InvalidRequest for escapes that are not UTF-8, which would be read as U+FFFD
 */
export function parseQuery(text: string | null): ParsedUrlQuery {
  if (!text) return {}
  for (const parameter of text.split('&')) {
    const name = parameter.split('=', 1)[0]!
    if (decodeEscapes(parameter.replaceAll(strayPercent, '%25')) === undefined) {
      throw invalidEscape('query string', decodeEscapes(name))
    }
  }
  return parse(text, '&', '=', { maxKeys: 0 })
}
