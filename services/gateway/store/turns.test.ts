import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Query, Rows } from './postgres.ts'

/** Queries that were asked, by name; each is answered with its name when it is told to. */
const asked: string[] = []
const answers = new Map<string, () => void>()

function ask(name: string): () => Query<Rows> {
  return () => {
    const { promise, resolve } = Promise.withResolvers<Rows>()
    asked.push(name)
    answers.set(name, () => resolve([{ name }]))
    return promise as unknown as Query<Rows>
  }
}

async function openTurns() {
  const { Turns } = await import('./turns.ts')
  return new Turns(2)
}

beforeEach(() => {
  asked.length = 0
  answers.clear()
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearTimeout', 'performance'] })
  vi.resetModules()
})
afterEach(() => void vi.useRealTimers())

describe('turns', () => {
  it('go to the urgent first, then in order, two at a time', async () => {
    const turns = await openTurns()
    const names = ['a', 'b', 'c', 'd', 'urgent']
    const got = names.map((it) => turns.answer(ask(it), { isUrgent: it === 'urgent' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual(['a', 'b'])
    for (const next of ['urgent', 'c', 'd']) {
      answers.get(asked.at(-2)!)!()
      await vi.advanceTimersByTimeAsync(0)
      expect(asked.at(-1)).toBe(next)
    }
    for (const it of answers.values()) it()
    expect(await Promise.all(got)).toEqual(names.map((name) => [{ name }]))
  })

  it('are shared by those that take less of one, and nobody is passed for taking more', async () => {
    const turns = await openTurns()
    const got = [turns.answer(ask('a'))]
    for (const it of ['b', 'c', 'd']) got.push(turns.answer(ask(it), { share: 0.3 }))
    got.push(turns.answer(ask('whole')), turns.answer(ask('small'), { share: 0.01 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
    for (const it of ['b', 'c', 'd']) answers.get(it)!()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.slice(4)).toEqual(['whole'])
    answers.get('a')!()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.slice(5)).toEqual(['small'])
    for (const it of answers.values()) it()
    await Promise.all(got)
  })

  it('are given back by who has gone, and not asked for', async () => {
    const turns = await openTurns()
    const gone = new AbortController()
    const held = [turns.answer(ask('a')), turns.answer(ask('b'))]
    const left = turns.answer(ask('left'), { signal: gone.signal })
    const next = turns.answer(ask('next'))
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await expect(turns.answer(ask('late'), { signal: gone.signal })).rejects.toThrow('gone')
    answers.get('a')!()
    await vi.advanceTimersByTimeAsync(0)
    for (const it of answers.values()) it()
    await Promise.all([...held, next])
    expect(asked).toEqual(['a', 'b', 'next'])
  })

  it('end for all when the database does not answer one, and begin anew', async () => {
    const turns = await openTurns()
    const got = Promise.allSettled(['a', 'b', 'c', 'd'].map((it) => turns.answer(ask(it))))
    await vi.advanceTimersByTimeAsync(3_300)
    for (const it of await got)
      expect(it).toMatchObject({
        status: 'rejected',
        reason: { status: 503, message: expect.stringContaining('does not answer') },
      })
    expect(asked).toEqual(['a', 'b'])
    const again = turns.answer(ask('again'))
    await vi.advanceTimersByTimeAsync(0)
    answers.get('again')!()
    expect(await again).toEqual([{ name: 'again' }])
  })

  it('are refused to whoever has waited for too long, if so told', async () => {
    const turns = await openTurns()
    const held = ['a', 'b'].map((it) => turns.answer(ask(it)))
    const hurried = turns.answer(ask('hurried'), { maxWaitMs: 2_000 })
    const patient = turns.answer(ask('patient'))
    const [refused] = await Promise.all([Promise.allSettled([hurried]), vi.advanceTimersByTimeAsync(2_500)])
    const message = 'Too many lists are being read. Try again shortly.'
    expect(refused[0]).toMatchObject({ status: 'rejected', reason: { status: 503, message } })
    for (const it of answers.values()) it()
    await Promise.all(held)
    await vi.advanceTimersByTimeAsync(0)
    for (const it of answers.values()) it()
    await patient
    expect(asked).toEqual(['a', 'b', 'patient'])
  })

  it('leave nothing behind', async () => {
    const turns = await openTurns()
    const timers = vi.getTimerCount()
    const { signal } = new AbortController()
    const got = ['a', 'b', 'c'].map((it) => turns.answer(ask(it), { maxWaitMs: 2_000, signal }))
    await vi.advanceTimersByTimeAsync(0)
    for (const it of answers.values()) it()
    await vi.advanceTimersByTimeAsync(0)
    answers.get('c')!()
    await Promise.all(got)
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort')]).toEqual([timers, []])
  })
})
