import { availableParallelism } from 'node:os'
import { crc32 } from 'node:zlib'
import { fontFamilies } from '../../../services/render-worker/page/fonts.ts'
import { createLauncher } from './chromium.ts'
import { readDrawing } from './drawings.ts'
import { createFloorEncoder } from './floor-encoder.ts'
import { createFloorPainter, type FloorPainter } from './floor-page.ts'
import { readPageHead } from './html.ts'
import type { PeerBrowser, PeerSession } from './peers.ts'
import { createPool } from './pool.ts'
import type { Surroundings, Variant } from './variant.ts'

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
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const TRUE_COLOUR = 2

/** The least work that Chromium can make a picture with: the drawing is ready, the page is warm, the canvas opaque. */
export async function openFloor(method: keyof FloorPainter, surroundings: Surroundings): Promise<Variant> {
  const launch = await createLauncher(surroundings)
  const browser = await launch()
  const opening = Array.from({ length: availableParallelism() }, () => openPage(browser))
  const pages = createPool(await Promise.all(opening))
  return {
    pids: [process.pid],
    prepare: async (sample) => {
      const { drawing, scale } = await readDrawing(sample, surroundings.folder)
      const text = JSON.stringify(drawing)
      return async () => {
        const bytes = await pages.use((page) => paint(page, method, text, scale))
        if (method === 'encodedByChromium') return bytes
        return wrap(bytes, Math.round(drawing.width * scale), Math.round(drawing.height * scale))
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
  const [families, encoder] = [JSON.stringify(fontFamilies.faces), createFloorEncoder.toString()]
  const expression = `(${createFloorPainter.toString()})(globalThis, ${families}, (${encoder})())`
  const answer = await session.send<RemoteObject>('Runtime.evaluate', { expression })
  return { session, painterId: objectOf(answer) }
}

async function paint(
  { session, painterId }: FloorPage,
  method: keyof FloorPainter,
  drawing: string,
  scale: number,
): Promise<Buffer> {
  const answer = await session.send<RemoteObject>('Runtime.callFunctionOn', {
    objectId: painterId,
    functionDeclaration: `function (drawing, scale) { return this.${method}(drawing, scale) }`,
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

/** The PNG around a stream of rows. */
function wrap(rows: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = TRUE_COLOUR
  return Buffer.concat([PNG_SIGNATURE, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, content: Buffer): Buffer {
  const frame = Buffer.alloc(content.length + 12)
  frame.writeUInt32BE(content.length, 0)
  frame.write(type, 4, 'latin1')
  content.copy(frame, 8)
  frame.writeUInt32BE(crc32(frame.subarray(4, -4)), content.length + 8)
  return frame
}
