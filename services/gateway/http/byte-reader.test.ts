import { describe, expect, it } from 'vitest'
import { ByteReader } from './byte-reader.ts'

async function* chunksOf(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

describe('ByteReader', () => {
  it('takes and skips across chunks, and gives fewer bytes at the end', async () => {
    const bytes = new ByteReader(chunksOf('ab', '', 'cdef', 'g', 'hij'))
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
    const bytes = await new ByteReader(chunksOf('abc')).take(2 ** 31)
    expect(bytes.buffer.byteLength).toBeLessThan(1024 * 1024)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024)
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
      await using bytes = new ByteReader(source())
      await bytes.take(2)
      expect(isOpen).toBe(true)
    }
    expect(isOpen).toBe(false)
  })
})
