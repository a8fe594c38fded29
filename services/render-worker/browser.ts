import type { Logger } from '@maps/shared/logger'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import puppeteer, { type CDPSession, type Browser as Connection, type HTTPRequest, type Protocol } from 'puppeteer-core'
import { type Confinement, confinements } from './browser/confinement.ts'
import { chromiumFlags } from './browser/flags.ts'
import { memoryOfGroup } from './browser/memory.ts'
import { openHandoffFile, type HandoffFile } from './browser/handoff-file.ts'
import { createOwnFiles, ORIGIN, type PageResource } from './browser/own-files.ts'
import { type ChromiumProcess, startProcess } from './browser/process.ts'
import { createProfile, removeProfile } from './browser/profile.ts'
import { type Chromium, JobError, type OnReplaced, supervise, type Supervisor } from './browser/supervisor.ts'
import { type Canvas, type CanvasCalls, canvasOn, type PackedPicture } from './canvas.ts'
import { defaultConcurrency } from './config.ts'
import type { Painter } from './page/painter.ts'
import { painterScript } from './page/painter-script.ts'
import { pngOf, withChunks } from './png-file.ts'
import { fontFaces } from './scene/draw/display-list.ts'

/** Which Chromium is started, and how. */
export interface BrowserSettings {
  /** A Chromium, Chrome or chromium-headless-shell. */
  executablePath: string
  /** Whether Chromium must use its sandbox where the system allows it; true if unset. */
  isSandboxed?: boolean
  log: Logger
  /** Number of pages, and so of pictures painted at a time. */
  pageCount?: number
  onReplaced?: OnReplaced
}

/** The one Chromium of a worker: it measures text and paints pictures, and comes back when it crashed or hung. */
export interface Browser extends Canvas, CanvasCalls, AsyncDisposable {
  /** Whether a Chromium is up that has painted its first picture. */
  isReady(): boolean
}

/** A browser with Chromium's version. */
export interface VersionedBrowser extends Browser {
  /** Version of the Chromium that started last, such as `HeadlessChrome/153.0.7900.0`. */
  version(): string
}

/** One page with the painter in it. */
export interface PainterPage {
  session: CDPSession
  painterId: Protocol.Runtime.RemoteObjectId
  handoff: HandoffFile
}

/** A call into Chromium that takes longer has met a dead or hung one. */
const CALL_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 3_000
const REST_MS = 1_000
const RELAUNCH_MS = 1_000
const JOBS_PER_RESET = 200
const MAX_MEMORY_MB = 768
const JOBS_PER_CHROMIUM = 10_000
const LESS_CONFINED = 'Chromium is less confined than it could be: run the worker as a user who is not root'
/** What a failed call leaves in its page. */
const ERRORS = 'errors'

/** Starts Chromium and paints a first picture with it. @throws when it cannot be started */
export async function openBrowser(settings: BrowserSettings): Promise<VersionedBrowser> {
  const { log, pageCount = defaultConcurrency, onReplaced } = settings
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
    restMs: REST_MS,
    relaunchMs: RELAUNCH_MS,
    ...(onReplaced && { onReplaced }),
  })
  return { ...browserOn(supervisor), version: () => version }
}

/** Measures and paints on the pages that a supervisor lends out. */
export function browserOn(supervisor: Supervisor<PainterPage>): Browser {
  function run<T>(call: (page: PainterPage) => Promise<T>, signal: AbortSignal, onStart = () => {}): Promise<T> {
    return supervisor.run((page) => {
      onStart()
      return call(page)
    }, signal)
  }
  const calls: CanvasCalls = {
    measureTexts: (runs, signal, onStart) => run((page) => measureOn(page, runs), signal, onStart),
    paintPicture: (picture, signal, onStart) => run((page) => paintOn(page, picture), signal, onStart),
  }
  return {
    ...calls,
    ...canvasOn(calls),
    isReady: () => supervisor.isReady(),
    [Symbol.asyncDispose]: () => supervisor[Symbol.asyncDispose](),
  }
}

/** Launches Chromium in the safest confinement that works on this machine, which the first launch finds out. */
function createLauncher(
  { executablePath, isSandboxed, log }: BrowserSettings,
  pageCount: number,
): () => Promise<PaintingChromium> {
  let choices = confinements(isSandboxed)
  return async () => {
    const faults: Error[] = []
    for (const choice of choices) {
      try {
        const chromium = await launchChromium(executablePath, choice, pageCount)
        const reason = faults[0]?.message
        if (reason) log.warn({ reason, isSandboxed: choice.isSandboxed, uid: choice.user?.uid }, LESS_CONFINED)
        choices = [choice]
        return chromium
      } catch (error) {
        faults.push(error as Error)
      }
    }
    throw faults.at(-1)!
  }
}

/** A running Chromium with its version. */
interface PaintingChromium extends Chromium<PainterPage> {
  version: string
}

/** Starts one Chromium with so many pages that paint. @throws what kept it from that, with its own last words */
export async function launchChromium(
  executablePath: string,
  { user, isSandboxed }: Confinement,
  pageCount: number,
): Promise<PaintingChromium> {
  await using parts = new AsyncDisposableStack()
  const { folder, fontConfig } = await createProfile(user)
  parts.defer(() => removeProfile(folder))
  // Nothing of the worker's own environment: it holds the secrets of the service.
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, TMPDIR: folder, FONTCONFIG_FILE: fontConfig }
  const process = await startProcess({ executablePath, args: chromiumFlags(folder, isSandboxed), env, user })
  parts.defer(() => process.kill())
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>()
  void process.ended.then(() => lose(new Error('Chromium ended')))
  // What it has started may hold its pipe open for longer than it lives.
  const early = lost.then((reason) => Promise.reject(reason))
  const opening = openPages(process, folder, pageCount, lose, parts)
  const opened = await Promise.race([opening, early]).catch(async (cause: unknown) => {
    process.kill()
    throw new Error(`Chromium did not start: ${(await process.lastOutput()) || 'it said nothing'}`, { cause })
  })
  const owned = parts.move()
  return {
    ...opened,
    lost,
    resetPage: ({ session }) => session.send('HeapProfiler.collectGarbage'),
    memory: () => memoryOfGroup(process.id),
    close: () => owned.disposeAsync(),
  }
}

async function openPages(
  process: ChromiumProcess,
  folder: string,
  count: number,
  lose: (reason: Error) => void,
  parts: AsyncDisposableStack,
): Promise<Pick<PaintingChromium, 'pages' | 'version'>> {
  const { transport, ended } = process
  const connection = await puppeteer.connect({ transport, protocolTimeout: CALL_TIMEOUT_MS, defaultViewport: null })
  const closing = (): Promise<unknown> =>
    connection.close().then(
      () => ended,
      () => {},
    )
  parts.defer(async () => void (await Promise.race([closing(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])))
  const files = createOwnFiles()
  const tokens = Array.from({ length: count }, () => randomUUID())
  const opened = await Promise.all(tokens.map((it) => openPage(connection, it, files, lose)))
  const pages: PainterPage[] = []
  for (const [index, page] of opened.entries()) {
    pages.push({ ...page, handoff: parts.use(await openHandoffFile(folder, tokens[index]!)) })
  }
  await Promise.all(pages.map(warmUp))
  return { pages, version: await connection.version() }
}

/** A page that can load our fonts and nothing else, and runs no script but what we call. The token is in its handoff. */
async function openPage(
  connection: Connection,
  token: string,
  files: (url: string) => Promise<PageResource | undefined>,
  lose: (reason: Error) => void,
): Promise<Omit<PainterPage, 'handoff'>> {
  const page = await connection.newPage()
  page.on('error', (cause) => lose(new Error('a page crashed', { cause })))
  const answer = async (request: HTTPRequest): Promise<void> => {
    const file = await files(request.url())
    await (file ? request.respond(file) : request.abort('blockedbyclient'))
  }
  // A page that lacks a font would go on painting in another.
  page.on('request', (request) => void answer(request).catch((cause) => lose(unanswered(cause))))
  await page.setRequestInterception(true)
  await page.goto(ORIGIN)
  const session = await page.createCDPSession()
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  const expression = painterScript(token)
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true })
  if (exceptionDetails || result.objectId === undefined)
    throw new Error(`the painter did not load: ${describe(exceptionDetails)}`)
  return { session, painterId: result.objectId }
}

function unanswered(cause: unknown): Error {
  return new Error('a page did not get what it had asked for', { cause })
}

/** Loads the three faces and runs every part of a job once, so that the first export is as quick as the next. */
async function warmUp(page: PainterPage): Promise<void> {
  const items = fontFaces.map((face) => ({
    kind: 'text' as const,
    ...{ x: 8, y: 40, text: 'Maps 0123', font: { face, size: 14, weight: 600 } },
    ...{ color: '#000000', align: 'left' as const, isRightToLeft: false },
  }))
  const { measure, paint } = canvasOn({
    measureTexts: (runs) => measureOn(page, runs),
    paintPicture: (picture) => paintOn(page, picture),
  })
  const { signal } = new AbortController()
  await measure(items, signal)
  await paint({ width: 64, height: 64, background: '#ffffff', isOpaque: true, items }, 2, signal)
}

async function measureOn(page: PainterPage, runs: string): Promise<string> {
  return String(await call(page, 'measure', [runs]))
}

async function paintOn(page: PainterPage, packed: PackedPicture): Promise<Buffer> {
  const { drawing, scale, chunks, until = Number.MAX_SAFE_INTEGER, ...picture } = packed
  const length = await call(page, 'paint', [drawing, scale, until - performance.now()])
  if (typeof length !== 'number') throw new Error(`a picture was not handed over: ${String(length)}`)
  const bytes = await page.handoff.read(length)
  return picture.isOpaque ? pngOf(bytes, picture.width, picture.height, chunks) : withChunks(bytes, chunks)
}

/** Calls the painter in the page. @throws JobError for what the painter itself throws */
async function call(
  { session, painterId }: PainterPage,
  method: keyof Painter,
  values: readonly (string | number)[],
): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    objectId: painterId,
    functionDeclaration: `function (...values) { return this.${method}(...values) }`,
    arguments: values.map((value) => ({ value })),
    awaitPromise: true,
    objectGroup: ERRORS,
  })
  if (!exceptionDetails) return result.value
  // Fails only where the page is lost, and its objects with it.
  session.send('Runtime.releaseObjectGroup', { objectGroup: ERRORS }).catch(() => {})
  throw new JobError(`${method} failed: ${describe(exceptionDetails)}`)
}

function describe(details: Protocol.Runtime.ExceptionDetails | undefined): string {
  return details?.exception?.description ?? details?.text ?? 'no reason given'
}
