import { SetupError } from '@maps/shared/config'
import type { Logger } from '@maps/shared/logger'
import { confinements } from './browser/confinement.ts'
import { launchChromium, type PaintingChromium } from './browser/launch.ts'
import { measureOnPage, type PainterPage, paintOnPage } from './browser/painter-page.ts'
import { type OnReplaced, supervise, type Supervisor } from './browser/supervisor.ts'
import { type BrowserApi, type BrowserTransport, createBrowserApi } from './browser-api.ts'
import { defaultConcurrency } from './config.ts'

/** Settings of a browser. */
export interface BrowserSettings {
  /** Path of Chromium, Chrome or chromium-headless-shell. */
  executablePath: string
  /** Whether Chromium must use its sandbox if the system allows it. Default: true. */
  isSandboxed?: boolean
  log: Logger
  /** Number of pages, and so of pictures painted at a time. Default: `defaultConcurrency`. */
  pageCount?: number
  onReplaced?: OnReplaced
}

/** The Chromium of a worker. It measures text and paints pictures, and is restarted after a crash or hang. */
export interface Browser extends BrowserApi, BrowserTransport, AsyncDisposable {
  /** Whether a Chromium is running and has painted its first picture. */
  isReady(): boolean
}

/** A browser that also reports its Chromium version. */
export interface VersionedBrowser extends Browser {
  /** Version of the latest Chromium, such as `HeadlessChrome/153.0.7900.0`. */
  version(): string
}

const SETTLE_MS = 1_000
const RELAUNCH_MS = 1_000
const JOBS_PER_RESET = 200
const MAX_MEMORY_MB = 768
const JOBS_PER_CHROMIUM = 10_000
const neverAborted = new AbortController().signal
const LESS_CONFINED = 'Chromium is less confined than it could be: run the worker as a user who is not root'

/** Starts Chromium and paints a first picture. @throws SetupError if Chromium cannot be started */
export async function openBrowser(settings: BrowserSettings): Promise<VersionedBrowser> {
  const { executablePath, log, pageCount = defaultConcurrency, onReplaced } = settings
  const launch = createLauncher(settings, pageCount)
  let version = ''
  const supervisor = await supervise<PainterPage>({
    async launch() {
      const chromium = await launch()
      version = chromium.version
      return chromium
    },
    log,
    pageCount,
    jobsPerReset: JOBS_PER_RESET,
    maxMemoryMb: MAX_MEMORY_MB,
    jobsPerChromium: JOBS_PER_CHROMIUM,
    settleMs: SETTLE_MS,
    relaunchMs: RELAUNCH_MS,
    ...(onReplaced && { onReplaced }),
  }).catch((cause: Error) => {
    throw new SetupError(`CHROMIUM_PATH: ${executablePath} does not start: ${cause.message}`, { cause })
  })
  return { ...createBrowser(supervisor), version: () => version }
}

/** Creates a browser that uses the pages of a supervisor. */
export function createBrowser(supervisor: Supervisor<PainterPage>): Browser {
  function run<T>(call: (page: PainterPage) => Promise<T>, signal = neverAborted, onStart = () => {}): Promise<T> {
    return supervisor.run((page) => {
      onStart()
      return call(page)
    }, signal)
  }
  const transport: BrowserTransport = {
    measureTexts: (runs, signal, onStart) => run((page) => measureOnPage(page, runs), signal, onStart),
    paintPicture: (request, signal, onStart) => run((page) => paintOnPage(page, request), signal, onStart),
  }
  return {
    ...transport,
    ...createBrowserApi(transport),
    isReady: () => supervisor.isReady(),
    [Symbol.asyncDispose]: () => supervisor[Symbol.asyncDispose](),
  }
}

/** Creates a function that launches Chromium in the safest working confinement. The first launch determines which one works. */
function createLauncher(
  { executablePath, isSandboxed, log }: BrowserSettings,
  pageCount: number,
): () => Promise<PaintingChromium> {
  let choices = confinements(isSandboxed)
  return async () => {
    const errors: Error[] = []
    for (const choice of choices) {
      try {
        const chromium = await launchChromium(executablePath, choice, pageCount)
        const reason = errors[0]?.message
        if (reason) log.warn({ reason, isSandboxed: choice.isSandboxed, uid: choice.user?.uid }, LESS_CONFINED)
        choices = [choice]
        return chromium
      } catch (error) {
        errors.push(error as Error)
      }
    }
    throw errors.at(-1)!
  }
}
