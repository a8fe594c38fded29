import { createLogger } from '@maps/shared/logger'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { JobError } from './job-error.ts'
import { type Chromium, supervise, type SupervisorSettings } from './supervisor.ts'

/** A Chromium without a process; its pages are names such as `1a`. */
class FakeChromium implements Chromium<string> {
  readonly pages: readonly string[]
  readonly lost: Promise<Error>
  readonly lose: (reason: Error) => void
  readonly reset: string[] = []
  /** Settles when a page is reset. */
  resetting: Promise<void> = Promise.resolve()
  memoryMb: number | undefined
  isClosed = false

  constructor(number: number, pageCount = 1) {
    this.pages = ['a', 'b', 'c'].slice(0, pageCount).map((it) => `${number}${it}`)
    const { promise, resolve } = Promise.withResolvers<Error>()
    this.lost = promise
    this.lose = resolve
  }

  async resetPage(page: string): Promise<void> {
    this.reset.push(page)
    await this.resetting
  }

  async memory(): Promise<number | undefined> {
    return this.memoryMb
  }

  async close(): Promise<void> {
    this.isClosed = true
  }
}

const never = new AbortController().signal
const endless = (): Promise<never> => new Promise(() => {})

async function startSupervisor(change: Partial<SupervisorSettings<string>> = {}) {
  const launched: FakeChromium[] = []
  const pageCount = change.pageCount ?? 1
  const supervisor = await supervise({
    launch: async () => {
      const chromium = new FakeChromium(launched.length + 1, pageCount)
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
  onTestFinished(() => supervisor[Symbol.asyncDispose]())
  /** Runs a short job. @returns its page */
  const runJob = () => supervisor.run(async (page) => page, never)
  /** Runs short jobs, one after the other. @returns their pages */
  const runJobs = async (count: number): Promise<string[]> => {
    const pages: string[] = []
    for (let job = 0; job < count; job++) {
      pages.push(await runJob())
      await setImmediate()
    }
    return pages
  }
  return { supervisor, launched, runJob, runJobs }
}

describe('supervisor', () => {
  it('gives each job a page of its own', async () => {
    const { supervisor } = await startSupervisor({ pageCount: 2 })
    const gate = Promise.withResolvers<void>()
    const busy: string[] = []
    const job = async (page: string): Promise<void> => {
      busy.push(page)
      await gate.promise
    }
    const jobs = [1, 2, 3].map(() => supervisor.run(job, never))
    await setImmediate()
    expect(busy.toSorted()).toEqual(['1a', '1b'])
    gate.resolve()
    await Promise.all(jobs)
    expect(busy).toHaveLength(3)
  })

  it('fails the jobs of a lost Chromium at once and runs the next on a fresh one', async () => {
    const { supervisor, launched, runJob } = await startSupervisor()
    const stuck = supervisor.run(endless, never)
    await setImmediate()
    launched[0]?.lose(new Error('crashed'))
    await expect(stuck).rejects.toThrow('crashed')
    expect(await runJob()).toBe('2a')
    expect(launched[0]?.isClosed).toBe(true)
  })

  it.each([
    ['keeps a page whose job failed by its own error', new JobError('no canvas'), '1a'],
    ['replaces a Chromium that does not respond', new Error('timed out'), '2a'],
  ])('%s', async (_, error, page) => {
    const { supervisor, runJob } = await startSupervisor()
    const failed = supervisor.run(() => Promise.reject(error), never)
    await expect(failed).rejects.toThrow(error.message)
    expect(await runJob()).toBe(page)
  })

  it('rejects an aborted job at once and keeps its page when the job ends soon', async () => {
    const { supervisor, runJob } = await startSupervisor()
    const abort = new AbortController()
    const end = Promise.withResolvers<void>()
    const job = supervisor.run(() => end.promise, abort.signal)
    await setImmediate()
    abort.abort(new Error('no client waits'))
    await expect(job).rejects.toThrow('no client waits')
    end.resolve()
    expect(await runJob()).toBe('1a')
  })

  it('replaces the Chromium when an aborted job does not end', async () => {
    const { supervisor, launched, runJob } = await startSupervisor()
    const abort = new AbortController()
    const job = supervisor.run(endless, abort.signal)
    await setImmediate()
    abort.abort(new Error('time is up'))
    await expect(job).rejects.toThrow('time is up')
    expect(await runJob()).toBe('2a')
    expect(launched[0]?.isClosed).toBe(true)
  })

  it('begins the other jobs of that Chromium again, each on a page of the fresh one', async () => {
    const { supervisor } = await startSupervisor({ pageCount: 2 })
    const abort = new AbortController()
    const hung = supervisor.run(endless, abort.signal)
    await setImmediate()
    const pages: string[] = []
    const other = supervisor.run(async (page) => {
      pages.push(page)
      if (pages.length === 1) await endless()
      return 'done'
    }, never)
    await setImmediate()
    abort.abort(new Error('time is up'))
    await expect(hung).rejects.toThrow('time is up')
    expect(await other).toBe('done')
    expect(pages).toEqual([expect.stringMatching(/^1/), expect.stringMatching(/^2/)])
  })

  it('removes an aborted job from the queue', async () => {
    const { supervisor, runJob } = await startSupervisor()
    const end = Promise.withResolvers<void>()
    const first = supervisor.run(() => end.promise, never)
    const abort = new AbortController()
    const second = supervisor.run(async (page) => page, abort.signal)
    abort.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    end.resolve()
    await first
    expect(await runJob()).toBe('1a')
  })

  it('renews Chromium after so many jobs, without a delay for jobs', async () => {
    const { launched, runJobs } = await startSupervisor({ jobsPerChromium: 2 })
    expect(await runJobs(5)).toEqual(['1a', '1a', '2a', '2a', '3a'])
    expect(launched.map((it) => it.isClosed)).toEqual([true, true, false])
  })

  it('gives no job a page of a Chromium that is being replaced', async () => {
    for (let turns = 0; turns < 8; turns++) {
      const next = Promise.withResolvers<FakeChromium>()
      const old = new FakeChromium(1)
      const launches = [Promise.resolve(old), next.promise]
      const { supervisor } = await startSupervisor({ jobsPerChromium: 1, launch: () => launches.shift()! })
      await supervisor.run(async () => {}, never)
      await setImmediate()
      next.resolve(new FakeChromium(2))
      for (let it = 0; it < turns; it++) await Promise.resolve()
      const [page, wasClosed] = await supervisor.run(async (it) => [it, old.isClosed] as const, never)
      expect(page === '1a' && wasClosed, `after ${turns} turns`).toBe(false)
    }
  })

  describe('the reset of a page', () => {
    it('follows after so many jobs of the same page', async () => {
      const { supervisor, launched, runJobs } = await startSupervisor({ pageCount: 2, jobsPerReset: 2 })
      const gate = Promise.withResolvers<void>()
      const both = [1, 2].map(() => supervisor.run(() => gate.promise, never))
      gate.resolve()
      await Promise.all(both)
      await setImmediate()
      expect(launched[0]?.reset).toEqual([])
      const pages = await runJobs(4)
      expect(new Set(pages).size).toBe(1)
      // After the second and the fourth job of the page that did five.
      expect(launched[0]?.reset).toEqual([pages[0], pages[0]])
    })

    it('delays the next job of the page', async () => {
      const { supervisor, launched, runJob } = await startSupervisor({ jobsPerReset: 1 })
      const resetting = Promise.withResolvers<void>()
      launched[0]!.resetting = resetting.promise
      await runJob()
      let hasBegun = false
      const next = supervisor.run(async (page) => {
        hasBegun = true
        return page
      }, never)
      await setImmediate()
      expect(launched[0]?.reset).toEqual(['1a'])
      expect(hasBegun).toBe(false)
      resetting.resolve()
      expect(await next).toBe('1a')
    })

    it('ends the Chromium when it fails, and fails no job', async () => {
      const { launched, runJob } = await startSupervisor({ jobsPerReset: 1 })
      launched[0]!.resetting = Promise.reject(new Error('timed out'))
      expect(await runJob()).toBe('1a')
      expect(await runJob()).toBe('2a')
      expect(launched[0]?.isClosed).toBe(true)
    })

    it('is abandoned when the Chromium is lost meanwhile', async () => {
      const { launched, runJob } = await startSupervisor({ jobsPerReset: 1 })
      launched[0]!.resetting = endless()
      await runJob()
      await setImmediate()
      launched[0]?.lose(new Error('killed'))
      expect(await runJob()).toBe('2a')
    })
  })

  describe('a Chromium after a reset', () => {
    it('is replaced where it still holds too much memory, without delay or failure of a job', async () => {
      const launched: FakeChromium[] = []
      const successor = Promise.withResolvers<void>()
      const { supervisor, runJob, runJobs } = await startSupervisor({
        jobsPerReset: 2,
        maxMemoryMb: 500,
        launch: async () => {
          if (launched.length > 0) await successor.promise
          const chromium = new FakeChromium(launched.length + 1)
          launched.push(chromium)
          return chromium
        },
      })
      launched[0]!.memoryMb = 501
      const pages = await runJobs(3)
      const end = Promise.withResolvers<void>()
      const during = supervisor.run((page) => end.promise.then(() => page), never)
      await setImmediate()

      successor.resolve()
      await setImmediate()
      expect(launched.map((it) => it.isClosed)).toEqual([false, false])
      end.resolve()

      expect([...pages, await during]).toEqual(['1a', '1a', '1a', '1a'])
      expect(await runJob()).toBe('2a')
      expect(launched.map((it) => it.isClosed)).toEqual([true, false])
    })

    it.each([
      ['holds no more memory than allowed', 500],
      ['has an unknown amount of memory', undefined],
    ])('stays when it %s', async (_what, memoryMb) => {
      const { launched, runJobs } = await startSupervisor({ jobsPerReset: 1, maxMemoryMb: 500 })
      launched[0]!.memoryMb = memoryMb
      expect(await runJobs(3)).toEqual(['1a', '1a', '1a'])
      expect(launched).toHaveLength(1)
    })

    it('has its memory checked no sooner', async () => {
      const { launched, runJobs } = await startSupervisor({ jobsPerReset: 3, maxMemoryMb: 500 })
      launched[0]!.memoryMb = 9_000
      await runJobs(2)
      expect(launched).toHaveLength(1)
    })
  })

  it('tries to start Chromium until it succeeds, and is not ready meanwhile', async () => {
    const attempts: FakeChromium[] = []
    const { supervisor, runJob } = await startSupervisor({
      launch: async () => {
        const chromium = new FakeChromium(attempts.length + 1)
        attempts.push(chromium)
        if (attempts.length === 2 || attempts.length === 3) throw new Error('no memory')
        return chromium
      },
    })
    attempts[0]?.lose(new Error('killed'))
    await setImmediate()
    expect(supervisor.isReady()).toBe(false)
    expect(await runJob()).toBe('4a')
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
