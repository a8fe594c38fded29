import { setTimeout as sleep } from 'node:timers/promises'
import { type Ask, endsConnection, openPostgres, type Query, RECONNECT_MS, type Rows, type Sql } from './postgres.ts'
import type { Address, OpenSocket } from './watch-sockets.ts'

/** For so long after its end, a connection is only asked where the others have much more to do. */
const [WARY_MS, WARY_COST] = [1_000, 10]
/** Rather a new connection than behind another query, and rather an open one than a new one. */
const OPENING_COST = 0.5
/** A connection that nobody uses may have died without a word, which its next query would pay for. */
const IDLE_MS = 10_000
/** No statement takes so long: nothing will come any more. */
const SILENT_MS = 10_000
/** What a server keeps for a connection grows, and balancers hope for new ones. */
const LIFETIME_MS = 30 * 60_000

type OfLine<Answer extends Rows> = Query<Answer> & { line?: Line }

/**
 * One connection to the database: opened when it is first asked, and anew after each of its ends. Each time it is another instance
 * of postgres.js, which would take what is left of one connection, as an error or half a result, for the next one's.
 */
export class Line {
  readonly #url: string
  readonly #openSocket: OpenSocket
  #sql: Sql
  /** Queries without an answer yet. */
  #asked = 0
  /** Since its first answer. */
  #isOpen = false
  /** While its first answer is waited for; never rejects. */
  #opening: Promise<void> | undefined
  /** By `performance.now()`, like all that follow. */
  #begunAt = 0
  #endedAt = -Infinity
  /** When it was last known to be well: at an answer, and when it is asked for the first time after that. */
  #wellAt = 0

  constructor(url: string, openSocket: OpenSocket) {
    this.#url = url
    this.#openSocket = openSocket
    this.#sql = this.#begin()
  }

  /** What it would take to be answered here: compared between lines. */
  get cost(): number {
    if (this.#isOpen) return this.#asked
    const isWary = performance.now() - this.#endedAt < WARY_MS
    return this.#asked + (isWary ? WARY_COST : OPENING_COST)
  }

  /** Makes a query for this line, to be given to `answerOf`. */
  readonly ask: Ask = <Answer extends Rows>(...parts: Parameters<Ask>) => {
    const query: OfLine<Answer> = this.#sql<Answer>(...parts)
    query.line = this
    return query
  }

  /** Sends a query: at once, or when the first query has opened the connection. */
  async send<Answer extends Rows>(query: Query<Answer>): Promise<Answer> {
    const sql = this.#sql
    if (this.#asked++ === 0) this.#wellAt = performance.now()
    try {
      if (this.#opening) await this.#opening
      return await (this.#isOpen ? query : this.#open(query, sql))
    } catch (error) {
      // Before postgres.js hears of its end.
      if (endsConnection(error)) this.#lose(sql)
      throw error
    } finally {
      this.#wellAt = performance.now()
      this.#asked--
    }
  }

  /** postgres.js sends half of what waits for a connection to be opened, and the rest once it is idle, which may be never. */
  async #open<Answer extends Rows>(query: Query<Answer>, sql: Sql): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#opening = promise
    try {
      const rows = await query
      this.#isOpen = sql === this.#sql
      return rows
    } finally {
      this.#opening = undefined
      resolve()
    }
  }

  /** Ends the connection where it has been used for long, or not for a while, or does not answer any more. */
  look(now: number): void {
    if (!this.#isOpen) return
    const quiet = now - this.#wellAt
    const isOver = this.#asked > 0 ? quiet > SILENT_MS : quiet > IDLE_MS || now - this.#begunAt > LIFETIME_MS
    if (isOver) this.#renew()
  }

  end(settings: { timeout?: number } | undefined): Promise<void> {
    return this.#sql.end(settings)
  }

  #begin(): Sql {
    let isUsed = false
    const over = (): void => this.#lose(sql)
    const openSocket = async (address: Address) => {
      if (isUsed) {
        over()
        throw Object.assign(new Error('This connection has ended.'), { code: 'CONNECTION_ENDED' })
      }
      isUsed = true
      this.#begunAt = performance.now()
      await sleep(Math.max(0, this.#endedAt + RECONNECT_MS - this.#begunAt))
      const socket = await this.#openSocket(address)
      return socket.once('close', over)
    }
    // Under TLS, postgres.js alone hears of the end.
    const sql = openPostgres(this.#url, { openSocket, onClose: over })
    return sql
  }

  #lose(sql: Sql): void {
    if (sql !== this.#sql) return
    this.#endedAt = performance.now()
    this.#renew()
  }

  /** What is asked from now on has a new connection; what the old one still owes is refused. */
  #renew(): void {
    const old = this.#sql
    this.#isOpen = false
    this.#sql = this.#begin()
    void old.end({ timeout: 0 })
  }
}

/** The answer to a query, from the line that it was made for, if it was. */
export function answerOf<Answer extends Rows>(query: OfLine<Answer>): PromiseLike<Answer> {
  return query.line ? query.line.send(query) : query
}
