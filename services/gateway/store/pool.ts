import { type Ask, openPostgres, type Query, type Rows, type Sql } from './postgres.ts'
import { watchSockets } from './watch-sockets.ts'

/** Most connections of a gateway to its database. */
export const CONNECTIONS = 10

/** A connection of a pool. */
export interface Line {
  readonly sql: Sql
  /** Its queries without an answer yet. */
  asked: number
}

export type Pool = Ask & {
  /** Lets what is under way be answered, for at most so many seconds. */
  end(settings?: { timeout?: number }): Promise<void>
}

/**
 * Connections that share the queries. Each is a pool of postgres.js by itself: one that holds several keeps lists of them which grow
 * with every query, and are searched from their beginning with every query, until they happen to be empty (decision 10).
 */
export function openPool(url: string, connections = CONNECTIONS): Pool {
  const openSocket = watchSockets()
  const lines = Array.from({ length: connections }, (): Line => ({ sql: openPostgres(url, { openSocket }), asked: 0 }))

  const ask: Ask = <Answer extends Rows>(...parts: Parameters<Ask>) => {
    const line = leastAsked(lines)
    const query: OfLine<Answer> = line.sql<Answer>(...parts)
    query.line = line
    return query
  }
  async function end(settings?: { timeout?: number }): Promise<void> {
    await Promise.all(lines.map((it) => it.sql.end(settings)))
  }
  return Object.assign(ask, { end })
}

type OfLine<Answer extends Rows> = Query<Answer> & { line?: Line }

/** What a query goes to: a line of its own where it is no pool's. */
export function lineOf<Answer extends Rows>(query: Query<Answer>): Pick<Line, 'asked'> {
  return (query as OfLine<Answer>).line ?? { asked: 0 }
}

/** The first of those that have least to do, so that no more connections are opened than are needed. */
function leastAsked(lines: readonly Line[]): Line {
  let least = lines[0]!
  for (const it of lines) {
    if (it.asked < least.asked) least = it
    if (least.asked === 0) break
  }
  return least
}
