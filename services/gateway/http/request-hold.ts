import { type HeldBytes, type Release, UNCOUNTED_BYTES } from './held-bytes.ts'

/** What the ledger counts for a request from its body to its answer: the answer takes over the room of the body. */
export class RequestHold {
  readonly #ledger: HeldBytes
  readonly #client: () => string
  #parts: { bytes: number; release: Release }[] = []

  /** @param client returns the client whose bytes the request holds */
  constructor(ledger: HeldBytes, client: () => string) {
    this.#ledger = ledger
    this.#client = client
  }

  /** The bytes held. */
  get bytes(): number {
    return this.#parts.reduce((sum, it) => sum + it.bytes, 0)
  }

  /** Holds so many bytes more. Waits up to 2 s for room. @throws Unavailable if there is none */
  async add(bytes: number): Promise<void> {
    const release = await this.#ledger.reserveInTime(this.#client(), bytes)
    this.#parts.push({ bytes, release })
  }

  /** Holds at least so many bytes. @throws Unavailable if there is no room; then nothing is held */
  growTo(bytes: number): void {
    const missing = bytes - this.bytes
    if (missing <= 0) return
    try {
      this.#parts.push({ bytes: missing, release: this.#ledger.reserve(this.#client(), missing) })
    } catch (error) {
      this.shrinkTo(0)
      throw error
    }
  }

  /** Like `growTo`, but a request that holds next to nothing waits up to 2 s. Others do not: they would wait for what each other holds. */
  async growInTime(bytes: number): Promise<void> {
    if (this.bytes <= UNCOUNTED_BYTES && bytes > this.bytes) await this.add(bytes - this.bytes)
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
  }
}
