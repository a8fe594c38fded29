import { type FileFormat, fileFormatTable } from '@maps/shared/file-formats'
import { type ArchitectureMap, mapSchema } from '@maps/shared/map'
import { positionsSchema } from '@maps/shared/positions'
import { z } from 'zod'
import { createBrowserApi } from '../browser-api.ts'
import { createFonts } from '../fonts/fonts.ts'
import { createRenderers } from '../renderers/index.ts'
import { type Renderer, RenderRefused } from '../renderers/renderer.ts'
import type { Pins } from '../scene/scene.ts'
import { createPortTransport, toTransferable } from './browser-port.ts'
import { type RenderResult, type RenderTask, serveTasks } from './thread-messages.ts'
import { warmUp } from './warm-up.ts'

const compiledMap = z.compile(mapSchema, { strict: true })
const compiledPositions = z.compile(positionsSchema, { strict: true })
const transport = createPortTransport()
const fonts = createFonts()
const renderers = createRenderers(createBrowserApi(transport), fonts)

void serveTasks({ warmUp: () => warmUp(fonts), render })

/** Validates and renders a map. */
async function render({
  format,
  options,
  apiUrl,
  map,
  from,
  pin,
  isForPublicLink,
  port,
}: RenderTask): Promise<RenderResult> {
  transport.connect(port)
  try {
    const checked = fileFormatTable[format].options.parse(options)
    const maps = { map: check(map), from: from === undefined ? undefined : check(from) }
    const pins = pin === undefined ? undefined : pinsOf(pin)
    const request = { ...maps, options: checked, apiUrl, pins, isForPublicLink }
    const file = await (renderers[format] as Renderer<FileFormat>)(request)
    return { file: { ...file, bytes: toTransferable(file.bytes) } }
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

/** The pinned positions by id. */
function pinsOf(text: string): Pins {
  const positions = parseJson(text)
  if (!compiledPositions.validate(positions)) throw new RenderRefused(500, 'The pinned layout is damaged.')
  return new Map(positions.map(({ id, ...place }) => [id, place]))
}

/** Parses JSON; undefined if it is malformed. The parser's error would quote the text, which must not be logged. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
