import { z } from 'zod'
import { idList } from '../view/id-list.ts'
import { onlyWith, wholeNumberText } from './format.ts'

/** Maximum number of connections between a service of a view and its focus. */
export const MAX_DEPTH = 5

const escapeNote = 'a backslash stands before a comma, an asterisk or a backslash in an id'

/**
 * Options that select a part of a map: see `viewOf`. None has a default in the query, so that a file of the whole map keeps its key.
 * A record with them takes `viewRules` as checks.
 */
export const viewOptions = {
  focus: idList
    .exactOptional()
    .describe(`Ids of services, joined by commas: the file is a view of what is around them; ${escapeNote}`)
    .meta({ examples: ['orders-api'] }),
  depth: wholeNumberText(1, MAX_DEPTH)
    .exactOptional()
    .describe('How many connections away from the focus a service may be. Default: 1'),
  direction: z
    .enum(['both', 'up', 'down'])
    .exactOptional()
    .describe('Whether the view follows connections from the focus down, up to callers, or both ways. Default: both'),
  hide: idList
    .exactOptional()
    .describe('Ids of services that the view leaves out, joined by commas; an asterisk stands for any letters')
    .meta({ examples: ['*-test'] }),
  collapse: idList
    .exactOptional()
    .describe('Prefixes of ids, joined by commas: the services of each, up to one of - _ / ., are one service')
    .meta({ examples: ['payments'] }),
}

/** The rules of these options: two only say how far a view reaches from its focus. */
export const viewRules = ['depth', 'direction'].map((it) => onlyWith(it, 'focus'))
