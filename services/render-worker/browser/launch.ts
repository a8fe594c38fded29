import { drawingLimits } from '@maps/shared/formats/format'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import puppeteer, { type Browser as Connection, type Protocol } from 'puppeteer-core'
import type { Confinement } from './confinement.ts'
import { createFileServer, ORIGIN, type ServedFile } from './file-server.ts'
import { chromiumFlags } from './flags.ts'
import { openHandoffFile } from './handoff-file.ts'
import { memoryOfGroup } from './memory.ts'
import { describeException, type PainterPage, warmUp } from './painter-page.ts'
import { type ChromiumProcess, startProcess } from './process.ts'
import { createProfile, removeProfile } from './profile.ts'
import type { Chromium } from './supervisor.ts'

/** A running Chromium with painter pages. */
export interface PaintingChromium extends Chromium<PainterPage> {
  /** Version, such as `HeadlessChrome/153.0.7900.0`. */
  version: string
}

/** Timeout of a call to Chromium. A Chromium that takes longer is dead or hung: its pages stop painting by themselves soon after the limit of drawings. */
const CALL_TIMEOUT_MS = drawingLimits.limitMs + 2_000
const CLOSE_TIMEOUT_MS = 3_000
/** The bundled modules of the page, from main.ts there. */
const pageScript = new URL('../page/bundle.js', import.meta.url)

/** Starts a Chromium with `pageCount` painter pages. @throws Error with the end of Chromium's stderr */
export async function launchChromium(
  executablePath: string,
  { user, isSandboxed }: Confinement,
  pageCount: number,
): Promise<PaintingChromium> {
  await using resources = new AsyncDisposableStack()
  const { folder, fontConfig } = await createProfile(user)
  resources.defer(() => removeProfile(folder))
  // The worker's environment contains the secrets of the service, so none of it is passed on.
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, TMPDIR: folder, FONTCONFIG_FILE: fontConfig }
  const process = await startProcess({ executablePath, args: chromiumFlags(folder, isSandboxed), env, user })
  resources.defer(() => process.kill())
  const { promise: lost, resolve: reportLoss } = Promise.withResolvers<Error>()
  void process.ended.then(() => reportLoss(new Error('Chromium ended')))
  // Chromium's child processes may keep the pipe open after its end.
  const endedEarly = lost.then((reason) => Promise.reject(reason))
  const opening = openPages(process, folder, pageCount, reportLoss, resources)
  const opened = await Promise.race([opening, endedEarly]).catch(async (cause: Error) => {
    process.kill()
    throw new Error(`${cause.message}: ${(await process.stderrTail()) || 'it said nothing'}`, { cause })
  })
  const owned = resources.move()
  return {
    ...opened,
    lost,
    resetPage: ({ session }) => session.send('HeapProfiler.collectGarbage'),
    memory: () => memoryOfGroup(process.id),
    close: () => owned.disposeAsync(),
  }
}

async function openPages(
  { transport, ended }: ChromiumProcess,
  folder: string,
  count: number,
  reportLoss: (reason: Error) => void,
  resources: AsyncDisposableStack,
): Promise<Pick<PaintingChromium, 'pages' | 'version'>> {
  const connection = await puppeteer.connect({ transport, protocolTimeout: CALL_TIMEOUT_MS, defaultViewport: null })
  resources.defer(async () => {
    const closed = connection.close().then(
      () => ended,
      () => {},
    )
    await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  })
  const serveFile = createFileServer()
  const markers = Array.from({ length: count }, () => randomUUID())
  const opened = await Promise.all(markers.map((it) => openPage(connection, it, serveFile, reportLoss)))
  const pages: PainterPage[] = []
  for (const [index, page] of opened.entries()) {
    pages.push({ ...page, handoff: resources.use(await openHandoffFile(folder, markers[index]!)) })
  }
  await Promise.all(pages.map(warmUp))
  return { pages, version: await connection.version() }
}

/** Opens a page that can load only our fonts and run only our own scripts. Its handoff file contains the marker. */
async function openPage(
  connection: Connection,
  marker: string,
  serveFile: (url: string) => Promise<ServedFile | undefined>,
  reportLoss: (reason: Error) => void,
): Promise<Omit<PainterPage, 'handoff'>> {
  const page = await connection.newPage()
  page.on('error', (cause) => reportLoss(new Error('a page crashed', { cause })))
  const session = await page.createCDPSession()
  const respond = async ({ requestId, request }: Protocol.Fetch.RequestPausedEvent): Promise<void> => {
    const file = await serveFile(request.url)
    if (!file) return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    const responseHeaders = Object.entries(file.headers).map(([name, value]) => ({ name, value }))
    // Puppeteer's `respond` would block the event loop for 80 ms to encode the emoji font.
    const body = file.body.toString('base64')
    return session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body })
  }
  // Without one of its fonts, the page would paint in another font.
  session.on('Fetch.requestPaused', (event) => {
    void respond(event).catch((cause) => reportLoss(new Error('a request of a page got no response', { cause })))
  })
  await session.send('Fetch.enable')
  await page.goto(ORIGIN)
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  const expression = `${await readFile(pageScript, 'utf8')}page.openPainter(${JSON.stringify(marker)})`
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true })
  if (exceptionDetails || result.objectId === undefined)
    throw new Error(`the painter did not load: ${describeException(exceptionDetails)}`)
  return { session, painterId: result.objectId }
}
