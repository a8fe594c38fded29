import { describe, expect, it } from 'vitest'
import { ByteReader } from './byte-reader.ts'

async function* chunksOf(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

const unlimited = async (): Promise<void> => {}

describe('ByteReader', () => {
  it('takes and skips across chunks, and gives fewer bytes at the end', async () => {
    const bytes = new ByteReader(chunksOf('ab', '', 'cdef', 'g', 'hij'), unlimited)
    expect(String(await bytes.take(3))).toBe('abc')
    expect(String(await bytes.take(0))).toBe('')
    bytes.skip(1)
    bytes.skip(3)
    expect(String(await bytes.take(1))).toBe('h')
    expect(String(await bytes.take(9))).toBe('ij')
    bytes.skip(2 ** 40)
    expect(String(await bytes.take(1))).toBe('')
  })

  it('allocates memory for the received bytes, not for the requested ones', async () => {
    const before = process.memoryUsage().arrayBuffers
    const bytes = await new ByteReader(chunksOf('abc'), unlimited).take(2 ** 31)
    expect(bytes.buffer.byteLength).toBeLessThan(1024 * 1024)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024)
  })

  it('reserves memory before it copies chunks, and no more than is requested', async () => {
    const reserved: number[] = []
    const reserve = async (bytes: number): Promise<void> => void reserved.push(bytes)
    const one = new ByteReader(chunksOf('abcdef'), reserve)
    await one.take(1)
    await one.take(5)
    // The rest of a chunk is not copied.
    expect(reserved).toEqual([1])
    await new ByteReader(chunksOf(...'abcdef'), reserve).take(5)
    expect(reserved).toEqual([1, 1, 1, 2, 1])
    const full = new ByteReader(chunksOf('abc'), () => Promise.reject(new Error('no room')))
    await expect(full.take(3)).rejects.toThrow('no room')
  })

  it('closes its source when it is disposed of', async () => {
    let isOpen = true
    async function* source(): AsyncGenerator<Buffer> {
      try {
        for (;;) yield Buffer.from('x')
      } finally {
        isOpen = false
      }
    }
    {
      await using bytes = new ByteReader(source(), unlimited)
      await bytes.take(2)
      expect(isOpen).toBe(true)
    }
    expect(isOpen).toBe(false)
  })
})
