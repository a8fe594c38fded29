import { Unavailable } from '@maps/shared/errors'
import { Semaphore } from 'async-mutex'
import { answer, RETRY_AFTER_SECONDS } from './answer.ts'
import type { Query, Rows } from './postgres.ts'

export interface Turn {
  /** How much of a whole one it takes, above 0 and up to 1, which it is where this is not set. */
  share?: number
  /** Whether it comes before those that are not. */
  isUrgent?: boolean
  /** It is refused after so long a wait; where this is not set, never. */
  maxWaitMs?: number
  /** Gives the turn back as long as nothing was asked. */
  signal?: AbortSignal
}

/** What a whole turn is counted in. The semaphore looks at each of them, so they are not many. */
const PARTS = 32

/** Has few queries under way at a time, of those that bring much: all others are answered the sooner. */
export class Turns {
  readonly #parts: Semaphore
  /** Of those that wait: sends them away. */
  readonly #places = new Set<(reason: unknown) => void>()

  /** @param atATime whole turns, or so many more of those that take less */
  constructor(atATime: number) {
    this.#parts = new Semaphore(atATime * PARTS)
  }

  /**
   * The answer to a query that is made when it is its turn, by urgency and then in the order of the calls.
   * @throws Unavailable as `answer`, also where that happened to one that came before, and after too long a wait; the signal's reason
   * when it is aborted before the turn
   */
  async answer<Answer extends Rows>(ask: () => Query<Answer>, turn: Turn = {}): Promise<Answer> {
    const giveBack = await this.#take(turn)
    try {
      return await answer(ask())
    } catch (error) {
      // Before the turn is the next one's: each of them would be told the same, one after the other.
      if (error instanceof Unavailable) for (const sendAway of this.#places) sendAway(error)
      throw error
    } finally {
      giveBack()
    }
  }

  /** Waits for a turn, and answers how to give it back. */
  async #take({ share = 1, isUrgent = false, maxWaitMs, signal }: Turn): Promise<() => void> {
    signal?.throwIfAborted()
    const taking = this.#parts.acquire(Math.ceil(share * PARTS), isUrgent ? 1 : 0)
    const { promise: leaving, reject: sendAway } = Promise.withResolvers<never>()
    const leave = (): void => sendAway(signal?.reason)
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => sendAway(tooMany()), maxWaitMs)
    signal?.addEventListener('abort', leave)
    this.#places.add(sendAway)
    try {
      const [, giveBack] = await Promise.race([taking, leaving])
      return giveBack
    } catch (error) {
      // Its place in the row stays, and is given up when it is reached.
      void taking.then(([, giveBack]) => giveBack())
      throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      this.#places.delete(sendAway)
    }
  }
}

function tooMany(): Unavailable {
  return new Unavailable('Too many lists are being read. Try again shortly.', RETRY_AFTER_SECONDS)
}
