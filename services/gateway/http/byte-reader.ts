/** Takes bytes in counts of one's own from pieces of any size. Memory follows what has come, never what was asked for. */
export class ByteReader implements AsyncDisposable {
  readonly #pieces: AsyncIterator<Buffer>
  #piece: Buffer = Buffer.alloc(0)
  #position = 0
  #toSkip = 0

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** The next bytes; fewer where they end. */
  async take(count: number): Promise<Buffer> {
    if (this.#available() >= count) return this.#cut(count)
    let taken = Buffer.alloc(0)
    let length = 0
    while (length < count && (await this.#fill())) {
      const part = this.#cut(count - length)
      if (length + part.length > taken.length) taken = enlarged(taken, length + part.length, count)
      length += part.copy(taken, length)
    }
    return taken.subarray(0, length)
  }

  /** Leaves out the next bytes, as far as there will be any. */
  skip(count: number): void {
    this.#toSkip += count
  }

  /** Lets go of the pieces that were not asked for. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pieces.return?.()
  }

  /** Bytes left of the current piece, once what is to be skipped is gone. */
  #available(): number {
    const skipped = Math.min(this.#toSkip, this.#piece.length - this.#position)
    this.#toSkip -= skipped
    this.#position += skipped
    return this.#piece.length - this.#position
  }

  #cut(most: number): Buffer {
    const cut = this.#piece.subarray(this.#position, this.#position + most)
    this.#position += cut.length
    return cut
  }

  /** Whether there is at least one more byte. */
  async #fill(): Promise<boolean> {
    while (this.#available() === 0) {
      const { done, value } = await this.#pieces.next()
      if (done) return false
      this.#piece = value
      this.#position = 0
    }
    return true
  }
}

/** Doubles, so that many small pieces cost no more than a few large ones. */
function enlarged(bytes: Buffer, needed: number, most: number): Buffer<ArrayBuffer> {
  const larger = Buffer.alloc(Math.min(most, Math.max(needed, bytes.length * 2)))
  bytes.copy(larger)
  return larger
}
