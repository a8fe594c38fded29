import { describe, expect, it } from 'vitest'
import { createHeldBytes } from './held-bytes.ts'
import { RequestHold } from './request-hold.ts'

const KB = 1024

/** A ledger with room for 100 KB, and requests of one client. */
function openLedger() {
  const ledger = createHeldBytes({ total: 100 * KB, perClient: 100 * KB, forSmallClients: 0 })
  return { room: () => ledger.roomFor('a'), request: () => new RequestHold(ledger, () => 'a') }
}

describe('what a request holds', () => {
  it('goes from its body to its answer, and in part to others', async () => {
    const { room, request } = openLedger()
    const hold = request()
    await hold.add(20 * KB)
    await hold.add(40 * KB)
    hold.growTo(50 * KB)
    expect([hold.bytes, room()]).toEqual([60 * KB, 40 * KB])
    hold.shrinkTo(30 * KB)
    expect([hold.bytes, room()]).toEqual([30 * KB, 70 * KB])
    hold.growTo(80 * KB)
    expect([hold.bytes, room()]).toEqual([80 * KB, 20 * KB])
    hold.shrinkTo(0)
    expect([hold.bytes, room()]).toEqual([0, 100 * KB])
  })

  it('is counted from 16 KiB in all, in however many parts', async () => {
    const { room, request } = openLedger()
    const hold = request()
    for (let part = 0; part < 16; part++) await hold.add(KB)
    expect([hold.bytes, room()]).toEqual([0, 100 * KB])
    await hold.add(1)
    expect([hold.bytes, room()]).toEqual([16 * KB + 1, 84 * KB - 1])
    hold.growTo(32 * KB)
    expect(hold.bytes).toBe(16 * KB + 1)
    hold.growTo(33 * KB)
    expect(hold.bytes).toBe(33 * KB)
  })

  it('is nothing once there was no room for it', async () => {
    const { room, request } = openLedger()
    const hold = request()
    await hold.add(60 * KB)
    expect(() => hold.growTo(101 * KB)).toThrow('Too many bytes')
    expect([hold.bytes, room()]).toEqual([0, 100 * KB])
  })

  it('grows in time where it is next to nothing; two requests that hold bytes do not wait for each other', async () => {
    const { request } = openLedger()
    const [first, second, third] = [request(), request(), request()]
    await first.add(60 * KB)
    await second.add(30 * KB)
    await third.add(KB)
    const waiting = third.growInTime(90 * KB)
    await expect(second.growInTime(80 * KB)).rejects.toThrow('Too many bytes')
    await first.growInTime(70 * KB)
    first.shrinkTo(0)
    await waiting
    expect(third.bytes).toBe(90 * KB)
  })
})
