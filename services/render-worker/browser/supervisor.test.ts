import { createLogger } from '@maps/shared/logger'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { JobError } from './job-error.ts'
import { type Chromium, supervise, type SupervisorSettings } from './supervisor.ts'

/** A Chromium that exists on paper only; its pages are names such as `1a`. */
class PaperChromium implements Chromium<string> {
  readonly pages: readonly string[]
  readonly lost: Promise<Error>
  readonly lose: (reason: Error) => void
  readonly reset: string[] = []
  /** What it takes to reset a page. */
  tidying: Promise<void> = Promise.resolve()
  memoryMb: number | undefined
  isClosed = false

  constructor(number: number, pageCount: number) {
    this.pages = ['a', 'b', 'c'].slice(0, pageCount).map((it) => `${number}${it}`)
    const { promise, resolve } = Promise.withResolvers<Error>()
    this.lost = promise
    this.lose = resolve
  }

  async resetPage(page: string): Promise<void> {
    this.reset.push(page)
    await this.tidying
  }

  async memory(): Promise<number | undefined> {
    return this.memoryMb
  }

  async close(): Promise<void> {
    this.isClosed = true
  }
}

const never = new AbortController().signal

async function startSupervisor(change: Partial<SupervisorSettings<string>> = {}) {
  const launched: PaperChromium[] = []
  const pageCount = change.pageCount ?? 1
  const supervisor = await supervise({
    launch: async () => {
      const chromium = new PaperChromium(launched.length + 1, pageCount)
      launched.push(chromium)
      return chromium
    },
    log: createLogger('test', 'silent'),
    pageCount,
    jobsPerReset: 100,
    maxMemoryMb: 500,
    jobsPerChromium: 100,
    settleMs: 20,
    relaunchMs: 1,
    ...change,
  })
  return { supervisor, launched }
}

describe('supervisor', () => {
  it('gives each job a page of its own', async () => {
    const { supervisor } = await startSupervisor({ pageCount: 2 })
    await using _ = supervisor
    const gate = Promise.withResolvers<void>()
    const busy: string[] = []

    const jobs = [1, 2, 3].map(() =>
      supervisor.run(async (page) => {
        busy.push(page)
        await gate.promise
      }, never),
    )
    await turn()

    expect(busy.toSorted()).toEqual(['1a', '1b'])
    gate.resolve()
    await Promise.all(jobs)
    expect(busy).toHaveLength(3)
  })

  it('fails the jobs of a lost Chromium at once and runs the next on a fresh one', async () => {
    const { supervisor, launched } = await startSupervisor()
    await using _ = supervisor
    const stuck = supervisor.run(() => new Promise(() => {}), never)
    await turn()

    launched[0]?.lose(new Error('crashed'))

    await expect(stuck).rejects.toThrow('crashed')
    expect(await supervisor.run(async (page) => page, never)).toBe('2a')
    expect(launched[0]?.isClosed).toBe(true)
  })

  it('goes on with a page whose job failed by its own fault', async () => {
    const { supervisor } = await startSupervisor()
    await using _ = supervisor

    const failed = supervisor.run(() => Promise.reject(new JobError('no canvas')), never)

    await expect(failed).rejects.toThrow('no canvas')
    expect(await supervisor.run(async (page) => page, never)).toBe('1a')
  })

  it('replaces a Chromium that does not answer', async () => {
    const { supervisor } = await startSupervisor()
    await using _ = supervisor

    const failed = supervisor.run(() => Promise.reject(new Error('timed out')), never)

    await expect(failed).rejects.toThrow('timed out')
    expect(await supervisor.run(async (page) => page, never)).toBe('2a')
  })

  it('leaves an aborted job at once and keeps its page when that comes to rest', async () => {
    const { supervisor } = await startSupervisor()
    await using _ = supervisor
    const abort = new AbortController()
    const end = Promise.withResolvers<void>()
    const job = supervisor.run(() => end.promise, abort.signal)
    await turn()

    abort.abort(new Error('no client waits'))

    await expect(job).rejects.toThrow('no client waits')
    end.resolve()
    expect(await supervisor.run(async (page) => page, never)).toBe('1a')
  })

  it('replaces the Chromium when an aborted job does not come to rest', async () => {
    const { supervisor, launched } = await startSupervisor()
    await using _ = supervisor
    const abort = new AbortController()
    const job = supervisor.run(() => new Promise(() => {}), abort.signal)
    await turn()

    abort.abort(new Error('time is up'))

    await expect(job).rejects.toThrow('time is up')
    expect(await supervisor.run(async (page) => page, never)).toBe('2a')
    expect(launched[0]?.isClosed).toBe(true)
  })

  it('begins the other jobs of that Chromium again, each on a page of the fresh one', async () => {
    const { supervisor } = await startSupervisor({ pageCount: 2 })
    await using _ = supervisor
    const abort = new AbortController()
    const hung = supervisor.run(() => new Promise(() => {}), abort.signal)
    await turn()
    const pages: string[] = []
    const other = supervisor.run(async (page) => {
      pages.push(page)
      if (pages.length === 1) await new Promise(() => {})
      return 'done'
    }, never)
    await turn()

    abort.abort(new Error('time is up'))

    await expect(hung).rejects.toThrow('time is up')
    expect(await other).toBe('done')
    expect(pages).toEqual([expect.stringMatching(/^1/), expect.stringMatching(/^2/)])
  })

  it('lets a job in line leave when it is aborted', async () => {
    const { supervisor } = await startSupervisor()
    await using _ = supervisor
    const end = Promise.withResolvers<void>()
    const first = supervisor.run(() => end.promise, never)
    const abort = new AbortController()
    const second = supervisor.run(async (page) => page, abort.signal)

    abort.abort(new Error('gone'))

    await expect(second).rejects.toThrow('gone')
    end.resolve()
    await first
    expect(await supervisor.run(async (page) => page, never)).toBe('1a')
  })

  it('renews Chromium after so many jobs, without a job having to wait', async () => {
    const { supervisor, launched } = await startSupervisor({ jobsPerChromium: 2 })
    await using _ = supervisor
    const pages: string[] = []
    for (let job = 0; job < 5; job++) {
      pages.push(await supervisor.run(async (page) => page, never))
      await turn()
    }

    expect(pages).toEqual(['1a', '1a', '2a', '2a', '3a'])
    expect(launched.map((it) => it.isClosed)).toEqual([true, true, false])
  })

  it('gives no job a page of a Chromium that is giving way just then', async () => {
    for (let turns = 0; turns < 8; turns++) {
      const next = Promise.withResolvers<PaperChromium>()
      const old = new PaperChromium(1, 1)
      const launches = [Promise.resolve(old), next.promise]
      const { supervisor } = await startSupervisor({ jobsPerChromium: 1, launch: () => launches.shift()! })
      await supervisor.run(async () => {}, never)
      await turn()
      next.resolve(new PaperChromium(2, 1))
      for (let it = 0; it < turns; it++) await Promise.resolve()

      const [page, wasClosed] = await supervisor.run(async (it) => [it, old.isClosed] as const, never)

      expect(page === '1a' && wasClosed, `after ${turns} turns`).toBe(false)
    }
  })

  describe('tidying', () => {
    it('comes after so many jobs of the same page', async () => {
      const { supervisor, launched } = await startSupervisor({ pageCount: 2, jobsPerReset: 2 })
      await using _ = supervisor
      const gate = Promise.withResolvers<void>()
      const both = [1, 2].map(() => supervisor.run(() => gate.promise, never))
      gate.resolve()
      await Promise.all(both)
      await turn()
      expect(launched[0]?.reset).toEqual([])

      const pages: string[] = []
      for (let job = 0; job < 4; job++) {
        pages.push(await supervisor.run(async (page) => page, never))
        await turn()
      }

      expect(new Set(pages).size).toBe(1)
      // After the second and the fourth job of the page that did five.
      expect(launched[0]?.reset).toEqual([pages[0], pages[0]])
    })

    it('lets no job on the page meanwhile', async () => {
      const { supervisor, launched } = await startSupervisor({ jobsPerReset: 1 })
      await using _ = supervisor
      const tidying = Promise.withResolvers<void>()
      launched[0]!.tidying = tidying.promise
      await supervisor.run(async () => {}, never)
      let hasBegun = false

      const next = supervisor.run(async (page) => {
        hasBegun = true
        return page
      }, never)
      await turn()

      expect(launched[0]?.reset).toEqual(['1a'])
      expect(hasBegun).toBe(false)
      tidying.resolve()
      expect(await next).toBe('1a')
    })

    it('costs the Chromium its life when it fails, and no job', async () => {
      const { supervisor, launched } = await startSupervisor({ jobsPerReset: 1 })
      await using _ = supervisor
      launched[0]!.tidying = Promise.reject(new Error('timed out'))

      expect(await supervisor.run(async (page) => page, never)).toBe('1a')
      expect(await supervisor.run(async (page) => page, never)).toBe('2a')
      expect(launched[0]?.isClosed).toBe(true)
    })

    it('is left when the Chromium is lost meanwhile', async () => {
      const { supervisor, launched } = await startSupervisor({ jobsPerReset: 1 })
      await using _ = supervisor
      launched[0]!.tidying = new Promise(() => {})
      await supervisor.run(async () => {}, never)
      await turn()

      launched[0]?.lose(new Error('killed'))

      expect(await supervisor.run(async (page) => page, never)).toBe('2a')
    })
  })

  describe('a Chromium that was reset', () => {
    it('gives way when it still holds too much memory, and no job waits for that or fails', async () => {
      const launched: PaperChromium[] = []
      const successor = Promise.withResolvers<void>()
      const { supervisor } = await startSupervisor({
        jobsPerReset: 2,
        maxMemoryMb: 500,
        launch: async () => {
          if (launched.length > 0) await successor.promise
          const chromium = new PaperChromium(launched.length + 1, 1)
          launched.push(chromium)
          return chromium
        },
      })
      await using _ = supervisor
      launched[0]!.memoryMb = 501
      const pages: string[] = []
      for (let job = 0; job < 3; job++) {
        pages.push(await supervisor.run(async (page) => page, never))
        await turn()
      }
      const end = Promise.withResolvers<void>()
      const during = supervisor.run((page) => end.promise.then(() => page), never)
      await turn()

      successor.resolve()
      await turn()
      expect(launched.map((it) => it.isClosed)).toEqual([false, false])
      end.resolve()

      expect([...pages, await during]).toEqual(['1a', '1a', '1a', '1a'])
      expect(await supervisor.run(async (page) => page, never)).toBe('2a')
      expect(launched.map((it) => it.isClosed)).toEqual([true, false])
    })

    it.each([
      ['holds no more than it may', 500],
      ['does not tell what it holds', undefined],
    ])('stays when it %s', async (_what, memoryMb) => {
      const { supervisor, launched } = await startSupervisor({ jobsPerReset: 1, maxMemoryMb: 500 })
      await using _ = supervisor
      launched[0]!.memoryMb = memoryMb

      for (let job = 0; job < 3; job++) {
        expect(await supervisor.run(async (page) => page, never)).toBe('1a')
        await turn()
      }
      expect(launched).toHaveLength(1)
    })

    it('is weighed no sooner', async () => {
      const { supervisor, launched } = await startSupervisor({ jobsPerReset: 3, maxMemoryMb: 500 })
      await using _ = supervisor
      launched[0]!.memoryMb = 9_000

      for (let job = 0; job < 2; job++) await supervisor.run(async () => {}, never)
      await turn()

      expect(launched).toHaveLength(1)
    })
  })

  it('tries to start Chromium until it succeeds, and is not ready meanwhile', async () => {
    const attempts: PaperChromium[] = []
    const { supervisor } = await startSupervisor({
      launch: async () => {
        const chromium = new PaperChromium(attempts.length + 1, 1)
        attempts.push(chromium)
        if (attempts.length === 2 || attempts.length === 3) throw new Error('no memory')
        return chromium
      },
    })
    await using _ = supervisor

    attempts[0]?.lose(new Error('killed'))
    await turn()

    expect(supervisor.isReady()).toBe(false)
    expect(await supervisor.run(async (page) => page, never)).toBe('4a')
    expect(supervisor.isReady()).toBe(true)
  })

  it('fails to open when the first Chromium cannot be started', async () => {
    const opening = startSupervisor({ launch: () => Promise.reject(new Error('no such file')) })

    await expect(opening).rejects.toThrow('no such file')
  })

  it('closes what it started', async () => {
    const { supervisor, launched } = await startSupervisor()

    await supervisor[Symbol.asyncDispose]()

    expect(launched.map((it) => it.isClosed)).toEqual([true])
    expect(supervisor.isReady()).toBe(false)
  })
})
