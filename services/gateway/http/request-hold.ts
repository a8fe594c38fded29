import { type HeldBytes, type Release, UNCOUNTED_BYTES } from './held-bytes.ts'

/**
 * What the ledger counts for the body of a request and what is made of it, then for its answer, which takes over their room. Routes and tools reserve
 * what they hold besides in the ledger itself.
 */
export class RequestHold {
  readonly #ledger: HeldBytes
  readonly #client: () => string
  #parts: { bytes: number; release: Release }[] = []
  /** Bytes that were too few to be counted, at most UNCOUNTED_BYTES in all. */
  #uncounted = 0

  /** @param client returns the client whose bytes the request holds */
  constructor(ledger: HeldBytes, client: () => string) {
    this.#ledger = ledger
    this.#client = client
  }

  /** The bytes that the ledger counts. */
  get bytes(): number {
    return this.#parts.reduce((sum, it) => sum + it.bytes, 0)
  }

  /** Holds so many bytes more. Waits up to 2 s for room. @throws Unavailable if there is none */
  async add(bytes: number): Promise<void> {
    const uncounted = this.#uncounted + bytes
    if (uncounted <= UNCOUNTED_BYTES) return void (this.#uncounted = uncounted)
    const release = await this.#ledger.reserveInTime(this.#client(), uncounted)
    this.#uncounted = 0
    this.#parts.push({ bytes: uncounted, release })
  }

  /** Holds at least so many bytes in all, up to UNCOUNTED_BYTES of them uncounted. @throws Unavailable if there is no room; then it holds nothing any more */
  growTo(bytes: number): void {
    const missing = bytes - this.bytes
    if (missing <= UNCOUNTED_BYTES) return
    try {
      this.#parts.push({ bytes: missing, release: this.#ledger.reserve(this.#client(), missing) })
    } catch (error) {
      this.shrinkTo(0)
      throw error
    }
  }

  /** Like `growTo`, but waits up to 2 s for room where the request holds nothing: two that wait with what they hold could wait for each other. */
  async growInTime(bytes: number): Promise<void> {
    if (this.bytes === 0) await this.add(Math.max(0, bytes - this.#uncounted))
    else this.growTo(bytes)
  }

  /** Holds at most so many bytes. */
  shrinkTo(bytes: number): void {
    let left = bytes
    for (const part of this.#parts) {
      part.bytes = Math.min(part.bytes, left)
      left -= part.bytes
      part.release(part.bytes)
    }
    this.#parts = this.#parts.filter((it) => it.bytes > 0)
    this.#uncounted = 0
  }
}
