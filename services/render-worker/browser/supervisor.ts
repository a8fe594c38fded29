import type { Logger } from '@maps/shared/logger'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSemaphore } from '../semaphore.ts'
import { withSignal } from './with-signal.ts'
import { pageErrorAfter, PageHung } from './job-error.ts'

/** A running Chromium, with the functions that its supervisor needs. */
export interface Chromium<Page> {
  readonly pages: readonly Page[]
  /** Resolves with the reason when its process or one of its pages is lost. */
  readonly lost: Promise<Error>
  /** Frees memory that earlier jobs left in a page. No job runs on the page meanwhile. */
  resetPage(page: Page): Promise<unknown>
  /** Memory of its processes in MB; undefined if the system does not report it. */
  memory(): Promise<number | undefined>
  /** Ends its processes, by force if necessary, and deletes its files. Never rejects. */
  close(): Promise<void>
}

/** Settings of a supervisor: how to launch Chromium, and when to renew it. */
export interface SupervisorSettings<Page> {
  /** Starts a Chromium of `pageCount` pages. */
  launch: () => Promise<Chromium<Page>>
  log: Logger
  pageCount: number
  /** Number of jobs after which a page is reset and the memory of its Chromium is checked. */
  jobsPerReset: number
  /** Memory above which a Chromium is renewed. It is checked when a page is reset. */
  maxMemoryMb: number
  /** Number of jobs after which a Chromium is renewed. */
  jobsPerChromium: number
  /** Time in which a page must finish an aborted job. After it, its Chromium is killed. */
  settleMs: number
  /** Pause between failed launches. */
  relaunchMs: number
  onReplaced?: OnReplaced
}

/** Called when a Chromium is replaced, with the number of its jobs. */
export type OnReplaced = (reason: 'lost' | 'renewed', jobs: number) => void

/** Keeps one Chromium running and assigns its pages to jobs. */
export interface Supervisor<Page> extends AsyncDisposable {
  /**
   * Runs a job on a page of its own. If the page of another job hangs, the job starts again in a new Chromium.
   * @throws the signal's reason, the job's error, or the reason why Chromium was lost; a retry gets a new Chromium
   */
  run<T>(job: (page: Page) => Promise<T>, signal: AbortSignal): Promise<T>
  isReady(): boolean
}

/** A page and the number of its jobs so far. */
interface PooledPage<Page> {
  page: Page
  jobs: number
}

/** A Chromium and its state. A supervisor runs several, one after the other. */
interface ChromiumInstance<Page> {
  chromium: Chromium<Page>
  free: PooledPage<Page>[]
  jobs: number
  isRetired: boolean
  /** Functions that reject the running jobs when Chromium is lost. A shared promise would keep the result of every job in memory. */
  running: Set<(reason: Error) => void>
}

/** Starts a supervisor. Rejects if the first launch fails; later launches are retried until one succeeds. */
export async function supervise<Page>(settings: SupervisorSettings<Page>): Promise<Supervisor<Page>> {
  const { log, pageCount } = settings
  const permits = createSemaphore(pageCount)
  const stop = new AbortController()
  const alive = new Set<ChromiumInstance<Page>>()
  const pending = new Set<Promise<unknown>>()
  let ready: ChromiumInstance<Page> | undefined
  let current = start().then(adopt)
  await current

  /** Registers work that closing waits for. */
  function track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => pending.delete(tracked))
    pending.add(tracked)
    return tracked
  }

  async function start(): Promise<ChromiumInstance<Page>> {
    const chromium = await track(settings.launch())
    const instance = {
      chromium,
      free: chromium.pages.map((page) => ({ page, jobs: 0 })),
      jobs: 0,
      isRetired: false,
      running: new Set<(reason: Error) => void>(),
    }
    alive.add(instance)
    void chromium.lost.then((reason) => handleLoss(instance, reason))
    if (stop.signal.aborted) end(instance)
    stop.signal.throwIfAborted()
    return instance
  }

  function adopt(instance: ChromiumInstance<Page>): ChromiumInstance<Page> {
    ready = instance
    return instance
  }

  async function startUntilItWorks(): Promise<ChromiumInstance<Page>> {
    for (;;) {
      stop.signal.throwIfAborted()
      try {
        return await start()
      } catch (err) {
        if (!stop.signal.aborted) log.error({ err }, 'could not start Chromium')
      }
      await sleep(settings.relaunchMs, undefined, { signal: stop.signal })
    }
  }

  function handleLoss(instance: ChromiumInstance<Page>, reason: Error): void {
    for (const fail of instance.running) fail(reason)
    if (!alive.has(instance)) return
    log.warn({ err: reason }, 'lost Chromium')
    end(instance)
    if (ready !== instance) return
    settings.onReplaced?.('lost', instance.jobs)
    ready = undefined
    current = startUntilItWorks().then(adopt)
    current.catch(() => {})
  }

  /** Starts the successor while the old Chromium keeps working, so that no job waits for it. */
  async function renew(instance: ChromiumInstance<Page>, memoryMb?: number): Promise<void> {
    if (instance !== ready || instance.isRetired || stop.signal.aborted) return
    instance.isRetired = true
    try {
      const next = await start()
      if (ready !== instance) return end(next)
      current = Promise.resolve(adopt(next))
      log.info({ jobs: instance.jobs, memoryMb }, 'renewed Chromium')
      settings.onReplaced?.('renewed', instance.jobs)
      endIfIdle(instance)
    } catch (err) {
      instance.isRetired = false
      instance.jobs = 0
      if (!stop.signal.aborted) log.error({ err }, 'could not renew Chromium')
    }
  }

  function endIfIdle(instance: ChromiumInstance<Page>): void {
    if (instance.isRetired && instance !== ready && instance.free.length === pageCount) end(instance)
  }

  function end(instance: ChromiumInstance<Page>): void {
    if (!alive.delete(instance)) return
    void track(instance.chromium.close())
  }

  async function releasePage(
    instance: ChromiumInstance<Page>,
    pooled: PooledPage<Page>,
    work: Promise<unknown>,
  ): Promise<void> {
    pooled.jobs++
    instance.jobs++
    const isReset = pooled.jobs % settings.jobsPerReset === 0
    let error = await pageErrorAfter(work, settings.settleMs)
    if (!error && isReset) error = await resetPage(instance, pooled)
    if (error) return handleLoss(instance, error)
    instance.free.push(pooled)
    if (isReset) void checkMemory(instance)
    if (instance.jobs >= settings.jobsPerChromium) void renew(instance)
    endIfIdle(instance)
  }

  /** @returns the error that requires ending the page's Chromium, if any */
  function resetPage({ chromium }: ChromiumInstance<Page>, { page }: PooledPage<Page>): Promise<Error | undefined> {
    const reset = chromium.resetPage(page).then(
      () => undefined,
      (error: Error) => error,
    )
    return Promise.race([reset, chromium.lost])
  }

  async function checkMemory(instance: ChromiumInstance<Page>): Promise<void> {
    const memoryMb = await instance.chromium.memory()
    if (memoryMb !== undefined && memoryMb > settings.maxMemoryMb) await renew(instance, memoryMb)
  }

  /** Waits for the Chromium that takes jobs. Another one may replace it during the wait. */
  async function readyInstance(signal: AbortSignal): Promise<ChromiumInstance<Page>> {
    for (;;) {
      stop.signal.throwIfAborted()
      const instance = await withSignal(current, signal)
      if (instance === ready) return instance
    }
  }

  async function runOnce<T>(job: (page: Page) => Promise<T>, signal: AbortSignal): Promise<T> {
    const release = await permits.acquire(signal)
    const instance = await readyInstance(signal).catch((error: unknown) => {
      release()
      throw error
    })
    // There are as many permits as pages, so one is free.
    const pooled = instance.free.pop()!
    const { promise: lost, reject: fail } = Promise.withResolvers<never>()
    instance.running.add(fail)
    const unregister = (): boolean => instance.running.delete(fail)
    const work = Promise.race([job(pooled.page), lost])
    try {
      return await withSignal(work, signal)
    } finally {
      void releasePage(instance, pooled, work).then(unregister).then(release)
    }
  }

  return {
    async run(job, signal) {
      for (;;) {
        try {
          return await runOnce(job, signal)
        } catch (error) {
          // Another job was aborted and its page hung, so their Chromium was ended. The aborted job fails with its signal's reason.
          if (!(error instanceof PageHung)) throw error
        }
      }
    },
    isReady: () => ready !== undefined && !stop.signal.aborted,
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('the browser is closed'))
      await current.catch(() => {})
      for (const instance of alive) end(instance)
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }
}
