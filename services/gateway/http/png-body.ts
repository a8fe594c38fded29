import { ServiceError } from '@maps/shared/errors'
import { fileFormatTable } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import { type BodyFormat, parseJson } from './body.ts'
import { damagedMapError, readPngMap } from './png-map.ts'

/** Maximum bytes of a picture. It is streamed, since exports of large maps have tens of megabytes. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024

const mediaType = fileFormatTable.png.contentType

/** Fields of the exported map that a new map does not adopt. */
const serverFields = [
  'id',
  'workspaceId',
  'isPublic',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof ArchitectureMap)[]

/** Body format of a PNG export, which contains its map. */
export const pngBody: BodyFormat = {
  mediaType,
  what: 'The map in the picture',
  // PNG is compressed already.
  encodings: [],
  maxBytes: MAX_PICTURE_BYTES,
  tooLarge,
  async read({ chunks, reserve }) {
    const map = parseMap(await readPngMap(bounded(chunks), reserve))
    for (const field of serverFields) delete map[field]
    return map
  },
}

async function* bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > MAX_PICTURE_BYTES) throw tooLarge()
    yield chunk
  }
}

function parseMap(text: Buffer): Record<string, unknown> {
  let map: unknown
  try {
    map = parseJson(text)
  } catch {
    throw damagedMapError('it is not JSON in UTF-8')
  }
  if (typeof map !== 'object' || map === null || Array.isArray(map)) throw damagedMapError('it is not a JSON object')
  return map as Record<string, unknown>
}

function tooLarge(): ServiceError {
  return new ServiceError(413, `The picture is too large: at most ${MAX_PICTURE_BYTES / 1024 ** 2} MiB.`)
}
