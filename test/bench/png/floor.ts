import { defaultConcurrency } from '../../../services/render-worker/config.ts'
import { fontFamilies } from '../../../services/render-worker/page/fonts.ts'
import type { CanvasPainter } from '../../../services/render-worker/page/canvas-painter.ts'
import { canvasPainterScript } from '../../../services/render-worker/page/painter-script.ts'
import { pngOf } from '../../../services/render-worker/png-file.ts'
import { createLauncher } from './chromium.ts'
import { readDrawing } from './drawings.ts'
import { readPageHead } from './html.ts'
import type { PeerBrowser, PeerSession } from './peers.ts'
import { createPool } from './pool.ts'
import type { Surroundings, Variant } from './variant.ts'

/** Of what paints for us as well, the part that only draws. */
type Method = Exclude<keyof CanvasPainter, 'widthsOf'>

interface FloorPage {
  session: PeerSession
  painterId: string
}

interface RemoteObject {
  result: { objectId: string }
  exceptionDetails?: { exception?: { description?: string } }
}

const READ_CHUNK = 16 * 1024 * 1024
const faces = ['maps-sans', 'maps-sketch', 'maps-mono']

/** The least work that Chromium can make a picture with: the drawing is ready, the page is warm, the canvas opaque. */
export async function openFloor(method: Method, surroundings: Surroundings): Promise<Variant> {
  const launch = await createLauncher(surroundings)
  const browser = await launch()
  const opening = Array.from({ length: defaultConcurrency }, () => openPage(browser))
  const pages = createPool(await Promise.all(opening))
  return {
    pids: [process.pid],
    prepare: async (sample) => {
      const { drawing, scale } = await readDrawing(sample, surroundings.folder)
      const text = JSON.stringify(drawing)
      return async () => {
        const bytes = await pages.use((page) => paint(page, method, text, scale))
        if (method === 'paintPng') return bytes
        return pngOf(bytes, Math.round(drawing.width * scale), Math.round(drawing.height * scale))
      }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

async function openPage(browser: PeerBrowser): Promise<FloorPage> {
  const page = await browser.newPage()
  await page.setContent(readPageHead())
  for (const face of faces) await page.evaluate(`document.fonts.load('16px ${face}').then(() => undefined)`)
  const session = await page.createCDPSession()
  const fontText = `({ font }) => font.weight + ' ' + font.size + 'px ' + ${JSON.stringify(fontFamilies.faces)}[font.face]`
  const expression = canvasPainterScript(fontText)
  const answer = await session.send<RemoteObject>('Runtime.evaluate', { expression })
  return { session, painterId: objectOf(answer) }
}

async function paint(
  { session, painterId }: FloorPage,
  method: Method,
  drawing: string,
  scale: number,
): Promise<Buffer> {
  const answer = await session.send<RemoteObject>('Runtime.callFunctionOn', {
    objectId: painterId,
    functionDeclaration: `function (drawing, scale) { return this.${method}(JSON.parse(drawing), scale) }`,
    arguments: [{ value: drawing }, { value: scale }],
    awaitPromise: true,
  })
  const objectId = objectOf(answer)
  const { uuid } = await session.send<{ uuid: string }>('IO.resolveBlob', { objectId })
  const bytes = await readStream(session, `blob:${uuid}`)
  // Fails only where the page is gone, and its objects with it.
  session.send('Runtime.releaseObject', { objectId }).catch(() => {})
  return bytes
}

function objectOf({ result, exceptionDetails }: RemoteObject): string {
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
  return result.objectId
}

async function readStream(session: PeerSession, handle: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (;;) {
    const { data, eof } = await session.send<{ data: string; eof: boolean }>('IO.read', { handle, size: READ_CHUNK })
    chunks.push(Buffer.from(data, 'base64'))
    if (eof) break
  }
  session.send('IO.close', { handle }).catch(() => {})
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
