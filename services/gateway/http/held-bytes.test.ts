import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createHeldBytes } from './held-bytes.ts'

const KB = 1024
const MB = 1024 * KB
const REFUSAL = 'Too many bytes are held'

describe('the ledger of held bytes', () => {
  it('limits the bytes of all clients, and of each of them', () => {
    const ledger = createHeldBytes({ total: 300 * KB, perClient: 200 * KB, forSmallClients: 0 })
    const release = ledger.reserve('a', 150 * KB)
    expect(() => ledger.reserve('a', 60 * KB)).toThrow(REFUSAL)
    ledger.reserve('b', 100 * KB)
    expect(() => ledger.reserve('c', 60 * KB)).toThrow(REFUSAL)
    // Small responses, such as errors, are always sent.
    ledger.reserve('a', 16 * KB)
    release()
    release()
    ledger.reserve('a', 200 * KB)
    expect(() => ledger.reserve('b', 20 * KB)).toThrow(REFUSAL)
  })

  it('keeps the last third for clients that hold no more than 1 MiB', () => {
    const ledger = createHeldBytes()
    for (const client of ['a', 'b']) {
      expect(() => {
        for (;;) ledger.reserve(client, 4 * MB)
      }).toThrow(REFUSAL)
    }
    expect(() => ledger.reserve('c', 2 * MB)).toThrow(REFUSAL)
    for (let i = 0; i < 32; i++) ledger.reserve(`small ${i}`, MB)
    expect(() => ledger.reserve('small 0', 20 * KB)).toThrow(REFUSAL)
    // The control: without that part, two clients leave nothing to others.
    const control = createHeldBytes({ total: 96 * MB, perClient: 48 * MB, forSmallClients: 0 })
    for (const client of ['a', 'b']) for (let i = 0; i < 16; i++) control.reserve(client, 3 * MB)
    expect(() => control.reserve('c', 20 * KB)).toThrow(REFUSAL)
  })

  it('tells a client how many bytes it can reserve', () => {
    const ledger = createHeldBytes({ total: 10 * MB, perClient: 6 * MB, forSmallClients: 3 * MB })
    for (const [client, room] of [
      ['a', 6 * MB],
      ['b', MB],
      ['c', MB],
      ['c', 16 * KB],
    ] as const) {
      expect(ledger.roomFor(client)).toBe(room)
      expect(() => ledger.reserve(client, room + 1)).toThrow(REFUSAL)
      ledger.reserve(client, room)
    }
  })

  it('keeps a part of a reservation, and gives the rest to a client that waits', async () => {
    const ledger = createHeldBytes({ total: 100 * KB, perClient: 100 * KB, forSmallClients: 0 })
    const release = ledger.reserve('a', 100 * KB)
    const waiting = ledger.reserveInTime('b', 60 * KB)
    release(200 * KB)
    expect(() => ledger.reserve('c', 20 * KB)).toThrow(REFUSAL)
    release(40 * KB)
    await waiting
    release(90 * KB)
    expect(() => ledger.reserve('c', 20 * KB)).toThrow(REFUSAL)
    release()
    expect(ledger.roomFor('c')).toBe(40 * KB)
  })

  it('gives room as soon as bytes are released, to waiting clients in turn', async () => {
    const ledger = createHeldBytes({ total: 100 * KB, perClient: 100 * KB, forSmallClients: 0 })
    let release = ledger.reserve('first', 100 * KB)
    const served: string[] = []
    const wait = async (client: string): Promise<void> => {
      release = await ledger.reserveInTime(client, 60 * KB)
      served.push(client)
    }
    const waiting = ['a', 'a', 'a', 'b', 'c'].map(wait)
    for (let count = 1; count <= waiting.length; count++) {
      const started = performance.now()
      release()
      await expect.poll(() => served.length, { interval: 1 }).toBe(count)
      expect(performance.now() - started).toBeLessThan(1_000)
    }
    expect(served).toEqual(['a', 'b', 'c', 'a', 'a'])
    await Promise.all(waiting)
  })

  it('lets no reservation of a client overtake its own waiting one, and none wait for another client', async () => {
    const ledger = createHeldBytes({ total: 200 * KB, perClient: 100 * KB, forSmallClients: 0 })
    const release = ledger.reserve('a', 80 * KB)
    const served: number[] = []
    const waiting = [50, 20].map(async (size) => {
      await ledger.reserveInTime('a', size * KB)
      served.push(size)
    })
    await ledger.reserveInTime('b', 100 * KB)
    await sleep(50)
    expect(served).toEqual([])
    release()
    await Promise.all(waiting)
    expect(served).toEqual([50, 20])
  })

  it('refuses a reservation after two seconds, and at once if many wait already', async () => {
    const ledger = createHeldBytes({ total: 100 * KB, perClient: 100 * KB, forSmallClients: 0 })
    const release = ledger.reserve('a', 100 * KB)
    const started = performance.now()
    const waiting = Array.from({ length: 32 }, () => ledger.reserveInTime('a', 50 * KB).catch(String))
    await expect(ledger.reserveInTime('a', 50 * KB)).rejects.toThrow(REFUSAL)
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => expect.stringContaining(REFUSAL)))
    expect(performance.now() - started).toBeGreaterThan(1_900)
    // Refused ones have left nothing behind.
    release()
    ledger.reserve('a', 100 * KB)
  })
})
