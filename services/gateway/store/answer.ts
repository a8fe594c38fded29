import { Unavailable } from '@maps/shared/errors'
import { answerOf } from './line.ts'
import { type Ask, isPassing, type Query, type Rows } from './postgres.ts'
import { ANSWER_TIMEOUT_MS, LOOK_INTERVAL_MS } from './watch-sockets.ts'

export const RETRY_AFTER_SECONDS = 2

/** A query without an answer yet. */
interface Waiter {
  /** By `performance.now()`. */
  since: number
  giveUp(reason: Error): void
}

/** Those of this process, the oldest first. */
const waiters = new Set<Waiter>()

/**
 * The answer to a query, within a time limit. The query itself is not cancelled: postgres.js opens a connection for that,
 * which fails where the server is away, and loses one that was still being opened.
 * @throws Unavailable where the database is away, overloaded or does not answer in time
 */
export async function answer<Answer extends Rows>(query: Query<Answer>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const waiter: Waiter = { since: performance.now(), giveUp: reject }
  waiters.add(waiter)
  answerOf(query).then(resolve, reject)
  try {
    const result = await promise
    // After an answer that was broken off, postgres.js leaves as many gaps before the rows of the next one.
    const rows = result.filter(() => true)
    empty(query as object, result)
    return rows as Rows as Answer
  } catch (error) {
    throw isPassing(error)
      ? new Unavailable('The database is not available. Try again shortly.', RETRY_AFTER_SECONDS, { cause: error })
      : error
  } finally {
    waiters.delete(waiter)
  }
}

/**
 * Takes what a query was given, and what came of it, away from it. V8 makes functions that are assigned to properties old from
 * the start, as postgres.js does with two of each query's: what they lead to, which is all of it, would live until V8 sweeps
 * everything.
 */
function empty(query: { args?: unknown; parameters?: unknown }, result: { length: number }): void {
  query.args = undefined
  query.parameters = undefined
  result.length = 0
}

// One timer for each query would cost more than the rest of `answer`.
setInterval(() => {
  const now = performance.now()
  for (const { since, giveUp } of waiters) {
    if (now - since <= ANSWER_TIMEOUT_MS) return
    giveUp(new Unavailable('The database does not answer. Try again shortly.', RETRY_AFTER_SECONDS))
  }
}, LOOK_INTERVAL_MS).unref()

/** Queries of this process without an answer yet. Those beyond its connections wait for one. */
export function countQueries(): number {
  return waiters.size
}

/** Whether the database answers at all. */
export async function isReachable(sql: Ask): Promise<boolean> {
  return answer(sql`select 1`).then(
    () => true,
    () => false,
  )
}
