import type { Logger } from '@maps/shared/logger'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import puppeteer, {
  type CDPSession,
  type Browser as ChromiumProcess,
  type HTTPRequest,
  type Protocol,
} from 'puppeteer-core'
import { chromiumFlags } from './browser/flags.ts'
import { createProfile, removeProfile } from './browser/profile.ts'
import { type Chromium, JobError, supervise } from './browser/supervisor.ts'
import { fontFamilies, readFontSheet } from './page/fonts.ts'
import { createPainter, type Painter } from './page/painter.ts'
import { type Drawing, fontFaces, type TextRun } from './scene/display-list.ts'

export interface BrowserSettings {
  /** A Chromium, Chrome or chromium-headless-shell. */
  executablePath: string
  log: Logger
  /** How many pictures are painted at a time; one per core unless set. */
  pageCount?: number
  /** Calls of either kind after which Chromium gives way to a fresh one. */
  jobsPerChromium?: number
}

/** The one Chromium of a worker: it measures text and paints pictures, and comes back when it crashed or hung. */
export interface Browser extends AsyncDisposable {
  /**
   * Widths in px of texts as `paint` will draw them, in the same order.
   * @throws the signal's reason, or an error after which another try gets a fresh Chromium
   */
  measure(runs: readonly TextRun[], signal: AbortSignal): Promise<number[]>
  /**
   * The PNG of a drawing, of `scale` picture pixels per canvas px.
   * @throws the signal's reason, or an error after which another try gets a fresh Chromium
   */
  paint(drawing: Drawing, scale: number, signal: AbortSignal): Promise<Buffer>
  /** Whether a Chromium is up that has painted its first picture. */
  isReady(): boolean
}

/** One page with the painter in it. */
interface PainterPage {
  session: CDPSession
  painterId: Protocol.Runtime.RemoteObjectId
}

const ORIGIN = 'https://render.invalid/'
const FONT_PATH = 'fonts/'
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'self'; font-src 'self'"
const LAUNCH_TIMEOUT_MS = 15_000
/** A call into Chromium that takes longer has met a dead or hung one. */
const CALL_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 3_000
const REST_MS = 1_000
const RELAUNCH_MS = 1_000
const JOBS_PER_CHROMIUM = 2_000
const READ_CHUNK = 4 * 1024 * 1024

/** Starts Chromium and paints a first picture with it. @throws when it cannot be started */
export async function openBrowser(settings: BrowserSettings): Promise<Browser> {
  const { log, pageCount = availableParallelism(), jobsPerChromium = JOBS_PER_CHROMIUM } = settings
  const canSandbox = process.getuid?.() !== 0
  if (!canSandbox) log.warn('running as root: Chromium runs without its sandbox')
  const supervisor = await supervise<PainterPage>({
    launch: () => launch(settings.executablePath, canSandbox, pageCount),
    log,
    pageCount,
    jobsPerChromium,
    restMs: REST_MS,
    relaunchMs: RELAUNCH_MS,
  })
  return {
    measure: (runs, signal) => supervisor.run((page) => measureOn(page, runs), signal),
    paint: (drawing, scale, signal) => supervisor.run((page) => paintOn(page, drawing, scale), signal),
    isReady: () => supervisor.isReady(),
    [Symbol.asyncDispose]: () => supervisor[Symbol.asyncDispose](),
  }
}

async function launch(executablePath: string, canSandbox: boolean, pageCount: number): Promise<Chromium<PainterPage>> {
  const profile = await createProfile()
  const chromium = await puppeteer
    .launch({
      executablePath,
      args: chromiumFlags(profile.folder, canSandbox),
      ignoreDefaultArgs: true,
      // Over a pipe, Chromium ends when this process does, however it ends.
      pipe: true,
      // Nothing of the worker's own environment: it holds the secrets of the service.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: profile.folder, FONTCONFIG_FILE: profile.fontConfig },
      timeout: LAUNCH_TIMEOUT_MS,
      protocolTimeout: CALL_TIMEOUT_MS,
      defaultViewport: null,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    .catch(async (error: unknown) => {
      await removeProfile(profile.folder)
      throw error
    })
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>()
  chromium.on('disconnected', () => lose(new Error('Chromium ended')))
  const close = () => endChromium(chromium, profile.folder)
  try {
    const opening = Array.from({ length: pageCount }, () => openPage(chromium, lose))
    const pages = await Promise.all(opening)
    await Promise.all(pages.map(warmUp))
    return { pages, lost, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Asks Chromium to end, then ends its whole process group. */
async function endChromium(chromium: ChromiumProcess, profile: string): Promise<void> {
  const groupId = chromium.process()?.pid
  await Promise.race([chromium.close().catch(() => {}), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  try {
    if (groupId !== undefined) process.kill(-groupId, 'SIGKILL')
  } catch {
    // Nothing of the group is left.
  }
  await removeProfile(profile)
}

/** A page that can load our fonts and nothing else, and runs no script but what we call. */
async function openPage(chromium: ChromiumProcess, lose: (reason: Error) => void): Promise<PainterPage> {
  const page = await chromium.newPage()
  page.on('error', (cause) => lose(new Error('a page crashed', { cause })))
  const serve = createServer()
  page.on('request', (request) => void serve(request).catch(() => {}))
  await page.setRequestInterception(true)
  await page.goto(ORIGIN)
  const session = await page.createCDPSession()
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  const expression = `(${createPainter.toString()})(globalThis, ${JSON.stringify(fontFamilies)})`
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression })
  if (result.objectId === undefined) throw new Error(`the painter did not load: ${describe(exceptionDetails)}`)
  return { session, painterId: result.objectId }
}

/** Answers the page's own requests from memory and disk; no other leaves the browser. */
function createServer(): (request: HTTPRequest) => Promise<void> {
  const sheet = readFontSheet(`/${FONT_PATH}`)
  const document = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="stylesheet" href="/fonts.css">`
  return async (request) => {
    const url = request.url()
    if (url === ORIGIN) return request.respond(answer('text/html; charset=utf-8', Buffer.from(document)))
    if (url === `${ORIGIN}fonts.css`) return request.respond(answer('text/css', Buffer.from(sheet.css)))
    const file = url.startsWith(ORIGIN + FONT_PATH) && sheet.files.get(url.slice(ORIGIN.length + FONT_PATH.length))
    if (file) return request.respond(answer('font/woff2', await readFile(file)))
    return request.abort('blockedbyclient')
  }
}

function answer(contentType: string, body: Buffer) {
  return { status: 200, contentType, headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY }, body }
}

/** Loads the three faces and runs every part of a job once, so that the first export is as quick as the next. */
async function warmUp(page: PainterPage): Promise<void> {
  const items = fontFaces.map((face) => ({
    kind: 'text' as const,
    ...{ x: 8, y: 40, text: 'Maps 0123', font: { face, size: 14, weight: 600 } },
    ...{ color: '#000000', align: 'left' as const, isRightToLeft: false },
  }))
  await measureOn(page, items)
  await paintOn(page, { width: 64, height: 64, background: '#ffffff', isOpaque: true, items }, 2)
}

async function measureOn(page: PainterPage, runs: readonly TextRun[]): Promise<number[]> {
  const result = await call(page, 'measure', [JSON.stringify(runs)])
  return JSON.parse(String(result.value))
}

async function paintOn(page: PainterPage, drawing: Drawing, scale: number): Promise<Buffer> {
  const { session } = page
  const { objectId = '' } = await call(page, 'paint', [JSON.stringify(drawing), scale])
  try {
    const { uuid } = await session.send('IO.resolveBlob', { objectId })
    return await readStream(session, `blob:${uuid}`)
  } finally {
    // Fails only where the page is lost, and its objects with it.
    session.send('Runtime.releaseObject', { objectId }).catch(() => {})
  }
}

/** Calls the painter in the page. @throws JobError for what the painter itself throws */
async function call(
  { session, painterId }: PainterPage,
  method: keyof Painter,
  values: readonly (string | number)[],
): Promise<Protocol.Runtime.RemoteObject> {
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    objectId: painterId,
    functionDeclaration: `function (...values) { return this.${method}(...values) }`,
    arguments: values.map((value) => ({ value })),
    awaitPromise: true,
  })
  if (exceptionDetails) throw new JobError(`${method} failed: ${describe(exceptionDetails)}`)
  return result
}

async function readStream(session: CDPSession, handle: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (;;) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: READ_CHUNK })
    chunks.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'))
    if (eof) break
  }
  await session.send('IO.close', { handle })
  return Buffer.concat(chunks)
}

function describe(details: Protocol.Runtime.ExceptionDetails | undefined): string {
  return details?.exception?.description ?? details?.text ?? 'no reason given'
}
