import { InvalidRequest } from '@maps/shared/errors'
import { type FileFormat, fileFormatTable } from '@maps/shared/file-formats'
import { type ArchitectureMap, mapSchema } from '@maps/shared/map'
import { pinSchema } from '@maps/shared/positions'
import { z } from 'zod'
import { createBrowserApi } from '../browser-api.ts'
import { createFonts } from '../fonts/fonts.ts'
import { partOfMap } from '../part-of-map.ts'
import { createRenderers } from '../renderers/index.ts'
import { type Refusal, type Renderer, RenderRefused } from '../renderers/renderer.ts'
import { type Pin, withGroups } from '../scene/layout/pin.ts'
import { readLines } from '../scene/layout/pinned-lines.ts'
import { createPortTransport, toTransferable } from './browser-port.ts'
import { type RenderResult, type RenderTask, serveTasks } from './thread-messages.ts'
import { warmUp } from './warm-up.ts'

const compiledMap = z.compile(mapSchema, { strict: true })
const compiledPin = z.compile(pinSchema, { strict: true })
const transport = createPortTransport()
const fonts = createFonts()
const renderers = createRenderers(createBrowserApi(transport), fonts)

void serveTasks({ warmUp: () => warmUp(fonts), render })

/** Validates and renders a map, a part of it, or its difference from another one. */
async function render({ port, options, map, from, pin, ...given }: RenderTask): Promise<RenderResult> {
  transport.connect(port)
  try {
    const checked = fileFormatTable[given.format].options.parse(options)
    // What a view of changes shows depends on both maps.
    const { view, ...maps } =
      from === undefined ? partOfMap(check(map), options) : { map: check(map), from: check(from), view: undefined }
    const pinned = pin === undefined ? undefined : checkPin(pin)
    const pinOfView = pinned && view ? withGroups(pinned, view.members) : pinned
    const request = { ...given, ...maps, view, options: checked, pin: pinOfView }
    const file = await (renderers[given.format] as Renderer<FileFormat>)(request)
    return { file: { ...file, bytes: toTransferable(file.bytes) } }
  } catch (error) {
    return { refusal: refusalOf(error) }
  } finally {
    port.close()
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof InvalidRequest) return { status: 400, message: error.message, problems: error.fields }
  if (!(error instanceof RenderRefused)) throw error
  const { status, message, problems } = error
  return { status, message, problems }
}

function check(text: string): ArchitectureMap {
  const map = parseJson(text)
  if (!compiledMap.validate(map)) throw new RenderRefused(500, 'The stored map is damaged.')
  return map
}

function checkPin(text: string): Pin {
  const pin = parseJson(text)
  if (!compiledPin.validate(pin)) throw new RenderRefused(500, 'The pinned layout is damaged.')
  const ids = pin.nodes.map((it) => it.id)
  return {
    places: new Map(pin.nodes.map(({ id, ...place }) => [id, place])),
    lines: pin.lines && readLines(ids, pin.lines),
  }
}

/** Parses JSON; undefined if it is malformed. The parser's error would quote the text, which must not be logged. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
