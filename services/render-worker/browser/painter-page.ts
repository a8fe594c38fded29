import type { CDPSession, Protocol } from 'puppeteer-core'
import { createBrowserApi, type PaintRequest } from '../browser-api.ts'
import type { PainterApi } from '../page/painter-api.ts'
import { pngOf, withChunks } from '../png-file.ts'
import { fontFaces } from '../scene/text/font.ts'
import type { HandoffFile } from './handoff-file.ts'
import { JobError } from './job-error.ts'

/** A page of Chromium with the painter in it. */
export interface PainterPage {
  session: CDPSession
  painterId: Protocol.Runtime.RemoteObjectId
  handoff: HandoffFile
}

/** Maximum bytes of a drawing in one message to the page. Writing a message blocks the event loop. */
const PART_LENGTH = 500_000

/** Name of the DevTools object group for the errors of failed calls. */
const ERRORS = 'errors'

/** Measures texts on a page. `runs` is JSON of `TextRun[]`, the result is JSON of their widths in px. */
export async function measureOnPage(page: PainterPage, runs: string): Promise<string> {
  return String(await call(page, 'measure', [runs]))
}

/** Paints a picture on a page, as a PNG. */
export async function paintOnPage(page: PainterPage, request: PaintRequest): Promise<Buffer> {
  const { drawing, scale, chunks, pageDeadline, isOpaque, width, height } = request
  const decoder = new TextDecoder()
  let sent = 0
  for (; (sent + 1) * PART_LENGTH < drawing.length; sent++) {
    const part = drawing.subarray(sent * PART_LENGTH, (sent + 1) * PART_LENGTH)
    await call(page, 'receive', [decoder.decode(part, { stream: true }), sent])
  }
  const last = decoder.decode(drawing.subarray(sent * PART_LENGTH))
  const length = await call(page, 'paint', [last, sent, scale, pageDeadline?.left() ?? Number.MAX_SAFE_INTEGER])
  if (typeof length !== 'number') throw new Error(`a picture was not handed over: ${String(length)}`)
  const bytes = await page.handoff.read(length)
  return isOpaque ? pngOf(bytes, width, height, chunks) : withChunks(bytes, chunks)
}

/** Loads the three font faces and runs all parts of a job with an opaque picture once, so that the first export is as fast as later ones. */
export async function warmUp(page: PainterPage): Promise<void> {
  const items = fontFaces.map((face) => ({
    kind: 'text' as const,
    x: 8,
    y: 40,
    text: 'Maps 0123',
    font: { face, size: 14, weight: 600 },
    color: '#000000',
    align: 'left' as const,
    isRightToLeft: false,
  }))
  const { measure, paint } = createBrowserApi({
    measureTexts: (runs) => measureOnPage(page, runs),
    paintPicture: (request) => paintOnPage(page, request),
  })
  await measure(items)
  await paint({ width: 64, height: 64, background: '#ffffff', isOpaque: true, items }, 2)
}

/** Calls the painter in the page. @throws JobError for an error of the painter */
async function call(
  { session, painterId }: PainterPage,
  method: keyof PainterApi,
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
  // Fails only if the page is lost, with its objects.
  session.send('Runtime.releaseObjectGroup', { objectGroup: ERRORS }).catch(() => {})
  throw new JobError(`${method} failed: ${describeException(exceptionDetails)}`)
}

/** Stack of an exception in a page, or else DevTools' description. */
export function describeException(details: Protocol.Runtime.ExceptionDetails | undefined): string {
  return details?.exception?.description ?? details?.text ?? 'no reason given'
}
