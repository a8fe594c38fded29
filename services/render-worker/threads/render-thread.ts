import type { ExportJob } from '@maps/shared/export-job'
import { type FileFormat, fileFormatTable } from '@maps/shared/file-formats'
import { type ArchitectureMap, mapSchema } from '@maps/shared/map'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { type MessagePort, threadId } from 'node:worker_threads'
import { z } from 'zod'
import { createBrowserApi } from '../browser-api.ts'
import { createRenderers } from '../renderers/index.ts'
import { type Refusal, type RenderedFile, type Renderer, RenderRefused } from '../renderers/renderer.ts'
import { createPortTransport, toTransferable } from './browser-port.ts'

/** A map to render in a thread. */
export interface RenderTask extends Pick<ExportJob, 'format' | 'options' | 'apiUrl' | 'map' | 'isForPublicLink'> {
  /** Carries browser calls. At the start of the task, the thread first sends its id. */
  port: MessagePort
}

/** The result of a task. Transferred bytes are not a Buffer. A refusal is a value, since errors lose their class between threads. */
export type RenderResult = { file: Omit<RenderedFile, 'bytes'> & { bytes: Uint8Array } } | { refusal: Refusal }

const compiledMap = z.compile(mapSchema, { strict: true })
const transport = createPortTransport()
const renderers = createRenderers(createBrowserApi(transport))

/** Validates and renders a map. The pool runs one task per thread at a time. */
export async function render({
  format,
  options,
  apiUrl,
  map,
  isForPublicLink,
  port,
}: RenderTask): Promise<RenderResult> {
  transport.connect(port)
  port.postMessage(threadId)
  try {
    const checked = fileFormatTable[format].options.parse(options)
    const request = { map: check(map), options: checked, apiUrl, isForPublicLink }
    const file = await (renderers[format] as Renderer<FileFormat>)(request)
    const bytes = toTransferable(file.bytes)
    return handOver({ file: { ...file, bytes } }, bytes.buffer)
  } catch (error) {
    if (!(error instanceof RenderRefused)) throw error
    const { status, message, problems } = error
    return { refusal: { status, message, problems } }
  } finally {
    port.close()
  }
}

function check(text: string): ArchitectureMap {
  const map = parseJson(text)
  if (!compiledMap.validate(map)) throw new RenderRefused(500, 'The stored map is damaged.')
  return map
}

/** Parses JSON; undefined if it is malformed. The parser's error would quote the text, which must not be logged. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Makes the pool transfer a result's memory instead of copying it. */
function handOver(result: RenderResult, memory: ArrayBuffer): RenderResult {
  return move({ [transferableSymbol]: memory, [valueSymbol]: result }) as unknown as RenderResult
}
