import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { bundlePage } from '../../../infra/build-page.ts'
import type { Browser, CDPSession, Protocol } from 'puppeteer-core'
import { openHandoffFile, type HandoffFile } from '../../../services/render-worker/browser/handoff-file.ts'
import { defaultConcurrency } from '../../../services/render-worker/config.ts'
import { pack } from '../../../services/render-worker/page/packing.ts'
import { pngOf } from '../../../services/render-worker/png-file.ts'
import { createLauncher } from './chromium.ts'
import { readDrawing } from './drawings.ts'
import { readPageHead } from './html.ts'
import { createPool } from './pool.ts'
import type { VariantContext, Variant } from './variant.ts'

/** The painting functions of the render worker's page. */
type PaintMethod = 'paintIdat' | 'paintPng'

interface FloorPage {
  session: CDPSession
  painterId: string
  handoff: HandoffFile
}

/** A secure origin, which the page needs for the origin private file system. */
const ORIGIN = 'https://floor.invalid/'
const faces = ['maps-sans', 'maps-sketch', 'maps-mono']

/** Opens the variant with the minimum of work in Chromium: ready-made drawings, warm pages, an opaque canvas. */
export async function openFloor(method: PaintMethod, context: VariantContext): Promise<Variant> {
  const launch = await createLauncher(context)
  const profile = await mkdtemp(join(context.folder, 'profile-'))
  const browser = await launch(profile)
  const script = await bundlePage('test/bench/png/floor-page.ts')
  const opening = Array.from({ length: defaultConcurrency }, () => openPage(browser, profile, script))
  const pages = createPool(await Promise.all(opening))
  return {
    prepare: async (spec) => {
      const { drawing, scale } = await readDrawing(spec, context.folder)
      const text = JSON.stringify(pack(drawing))
      return async () => {
        const bytes = await pages.use((page) => paint(page, method, text, scale))
        if (method === 'paintPng') return Buffer.from(bytes)
        return pngOf(bytes, Math.round(drawing.width * scale), Math.round(drawing.height * scale))
      }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

async function openPage(browser: Browser, profile: string, script: string): Promise<FloorPage> {
  const page = await browser.newPage()
  const session = await page.createCDPSession()
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const responseHeaders = [{ name: 'Content-Type', value: 'text/html' }]
    const body = Buffer.from(readPageHead()).toString('base64')
    void session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body })
  })
  await session.send('Fetch.enable')
  await page.goto(ORIGIN)
  for (const face of faces) await page.evaluate(`document.fonts.load('16px ${face}').then(() => undefined)`)
  const token = randomUUID()
  const expression = `${script}page.openFloorPainter(${JSON.stringify(token)})`
  const { objectId } = resultOf(await session.send('Runtime.evaluate', { expression, awaitPromise: true }))
  return { session, painterId: objectId!, handoff: await openHandoffFile(profile, token) }
}

async function paint(
  { session, painterId, handoff }: FloorPage,
  method: PaintMethod,
  drawing: string,
  scale: number,
): Promise<Buffer> {
  const response = await session.send('Runtime.callFunctionOn', {
    objectId: painterId,
    functionDeclaration: `function (drawing, scale) { return this.${method}(drawing, scale) }`,
    arguments: [{ value: drawing }, { value: scale }],
    awaitPromise: true,
  })
  return handoff.read(Number(resultOf(response).value))
}

function resultOf({ result, exceptionDetails }: Protocol.Runtime.EvaluateResponse): Protocol.Runtime.RemoteObject {
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
  return result
}
