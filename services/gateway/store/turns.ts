import { Unavailable } from '@maps/shared/errors'
import PQueue from 'p-queue'
import { answer, RETRY_AFTER_SECONDS } from './answer.ts'
import type { Query, Rows } from './postgres.ts'

export interface Turn {
  /** Whether it comes before those that are not. */
  isUrgent?: boolean
  /** It is refused after so long a wait; where this is not set, never. */
  maxWaitMs?: number
  /** Gives the turn back as long as nothing was asked. */
  signal?: AbortSignal
}

/** Has few queries under way at a time, of those that bring much: all others are answered the sooner. */
export class Turns {
  readonly #queue: PQueue
  /** Of those that wait. */
  readonly #places = new Set<AbortController>()

  constructor(atATime: number) {
    this.#queue = new PQueue({ concurrency: atATime })
  }

  /**
   * The answer to a query that is made when it is its turn, by urgency and then in the order of the calls.
   * @throws Unavailable as `answer`, also where that happened to one that came before, and after too long a wait; the signal's reason
   * when it is aborted before the turn
   */
  async answer<Answer extends Rows>(ask: () => Query<Answer>, turn: Turn = {}): Promise<Answer> {
    const { isUrgent = false, maxWaitMs, signal } = turn
    signal?.throwIfAborted()
    const place = new AbortController()
    const leave = (): void => place.abort(signal?.reason)
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => place.abort(tooMany()), maxWaitMs)
    signal?.addEventListener('abort', leave)
    this.#places.add(place)
    const endWait = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      this.#places.delete(place)
    }
    const settle = async (): Promise<Answer> => {
      endWait()
      try {
        return await answer(ask())
      } catch (error) {
        // Before the turn is the next one's: each of them would be told the same, one after the other.
        if (error instanceof Unavailable) for (const it of this.#places) it.abort(error)
        throw error
      }
    }
    try {
      return await this.#queue.add(settle, { priority: isUrgent ? 1 : 0, signal: place.signal })
    } finally {
      endWait()
    }
  }
}

function tooMany(): Unavailable {
  return new Unavailable('Too many lists are being read. Try again shortly.', RETRY_AFTER_SECONDS)
}
