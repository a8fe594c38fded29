/** Waits until so many bytes more may be held. @throws ServiceError if there is no room */
export type Reserve = (bytes: number) => Promise<void>

/**
 * Reads bytes by count from a stream of chunks. Its memory grows with the bytes received, not with the requested count. It reserves
 * memory before it copies chunks, however small they are.
 */
export class ByteReader implements AsyncDisposable {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #reserve: Reserve
  #chunk: Buffer = Buffer.alloc(0)
  #position = 0
  #toSkip = 0

  constructor(chunks: AsyncIterable<Buffer>, reserve: Reserve) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#reserve = reserve
  }

  /** Reads the next `count` bytes; fewer at the end of the stream. */
  async take(count: number): Promise<Buffer> {
    if (this.#available() >= count) return this.#cut(count)
    let taken = Buffer.alloc(0)
    let length = 0
    while (length < count && (await this.#fill())) {
      const part = this.#cut(count - length)
      if (length + part.length > taken.length) {
        const capacity = Math.min(count, Math.max(length + part.length, taken.length * 2))
        await this.#reserve(capacity - taken.length)
        taken = enlarged(taken, capacity)
      }
      length += part.copy(taken, length)
    }
    return taken.subarray(0, length)
  }

  /** Skips the next `count` bytes, or all remaining ones. */
  skip(count: number): void {
    this.#toSkip += count
  }

  /** Closes the stream; unread chunks are dropped. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#chunks.return?.()
  }

  /** Skips what it can in the current chunk. @returns number of unread bytes in the chunk */
  #available(): number {
    const skipped = Math.min(this.#toSkip, this.#chunk.length - this.#position)
    this.#toSkip -= skipped
    this.#position += skipped
    return this.#chunk.length - this.#position
  }

  #cut(max: number): Buffer {
    const cut = this.#chunk.subarray(this.#position, this.#position + max)
    this.#position += cut.length
    return cut
  }

  /** Reads chunks until there is an unread byte. @returns false at the end of the stream */
  async #fill(): Promise<boolean> {
    while (this.#available() === 0) {
      const { done, value } = await this.#chunks.next()
      if (done) return false
      this.#chunk = value
      this.#position = 0
    }
    return true
  }
}

/** Copies bytes into a larger buffer: of at least twice the size, so that many small chunks cost no more than a few large ones. */
function enlarged(bytes: Buffer, capacity: number): Buffer<ArrayBuffer> {
  const larger = Buffer.alloc(capacity)
  bytes.copy(larger)
  return larger
}
