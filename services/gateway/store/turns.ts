import { Unavailable } from '@maps/shared/errors'
import PQueue from 'p-queue'
import { answer, NoAnswer } from './answer.ts'
import type { Query, Rows } from './postgres.ts'

/** Rather slow than refused, where many take turns at a database that is well. */
const MOST_WAIT_MS = 15_000
const RETRY_AFTER_SECONDS = 2

export interface Turn {
  /** Whether it comes before those that are not. */
  isUrgent?: boolean
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
   * @throws NoAnswer as well where the database has not answered one that came before; Unavailable after too long a wait; the
   * signal's reason when it is aborted before the turn
   */
  async answer<Answer extends Rows>(
    ask: () => Query<Answer>,
    { isUrgent = false, signal }: Turn = {},
  ): Promise<Answer> {
    signal?.throwIfAborted()
    const place = new AbortController()
    const leave = (): void => place.abort(signal?.reason)
    const timer = setTimeout(() => place.abort(tooMany()), MOST_WAIT_MS)
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
        if (error instanceof NoAnswer) for (const it of this.#places) it.abort(error)
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
