import { InvalidRequest, ServiceError } from '@maps/shared/errors'
import { PNG_MAP_KEYWORD } from '@maps/shared/file-formats'
import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import { MAX_JSON_BYTES } from './body.ts'
import { ByteReader } from './byte-reader.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const KEYWORD = Buffer.from(`${PNG_MAP_KEYWORD}\0`, 'latin1')
const TYPE_AND_KEYWORD_CRC = crc32(KEYWORD, crc32('iTXt'))
const HEAD_LENGTH = 8
const CRC_LENGTH = 4
/** Largest text chunk: incompressible text grows slightly, and a language and a translated keyword may precede it. */
const MAX_TEXT_BYTES = MAX_JSON_BYTES + 64 * 1024
const UNCOMPRESSED = 0
const COMPRESSED = 1
const DEFLATE = 0

const inflateBounded = promisify(inflate)

/**
 * Reads a PNG (https://www.w3.org/TR/png-3/) to its end, and keeps only the text of its map chunk in memory.
 * @returns the map as JSON, unless the picture was tampered with
 * @throws InvalidRequest naming `image`; ServiceError 413 for a map of more than MAX_JSON_BYTES
 */
export async function readPngMap(picture: AsyncIterable<Buffer>): Promise<Buffer> {
  await using bytes = new ByteReader(picture)
  if (!(await bytes.take(SIGNATURE.length)).equals(SIGNATURE)) {
    throw invalidImage('The body is not a PNG picture.', 'must be a PNG picture')
  }
  let map: Buffer | undefined
  for (let chunk = await readHead(bytes); chunk.type !== 'IEND'; chunk = await readHead(bytes)) {
    if (chunk.type === 'iTXt' && !map) map = await readMap(bytes, chunk.length)
    else bytes.skip(chunk.length + CRC_LENGTH)
  }
  if (map) return map
  const hint = 'Send a PNG export as it was downloaded: most programs drop the map when they save or send a picture.'
  throw invalidImage(`There is no map in the picture. ${hint}`, 'must carry a map, as PNG exports do')
}

async function readHead(bytes: ByteReader): Promise<{ type: string; length: number }> {
  const head = await bytes.take(HEAD_LENGTH)
  if (head.length < HEAD_LENGTH) throw cutOff()
  return { length: head.readUInt32BE(0), type: head.toString('latin1', 4) }
}

/** Reads an iTXt chunk to its end. @returns its text, or undefined if its keyword is not the map's */
async function readMap(bytes: ByteReader, chunkLength: number): Promise<Buffer | undefined> {
  const keyword = await bytes.take(Math.min(chunkLength, KEYWORD.length))
  const length = chunkLength - keyword.length
  if (!keyword.equals(KEYWORD)) {
    bytes.skip(length + CRC_LENGTH)
    return undefined
  }
  if (length > MAX_TEXT_BYTES) throw tooLarge()
  const rest = await bytes.take(length + CRC_LENGTH)
  if (rest.length < length + CRC_LENGTH) throw cutOff()
  const content = rest.subarray(0, length)
  if (crc32(content, TYPE_AND_KEYWORD_CRC) !== rest.readUInt32BE(length)) throw damagedMapError('its checksum is wrong')
  return readText(content)
}

/** Reads the text of an iTXt chunk, which has compression flag and method, language, NUL, translated keyword, NUL, text. */
async function readText(content: Buffer): Promise<Buffer> {
  const languageEnd = content.indexOf(0, 2)
  const textStart = languageEnd < 0 ? 0 : content.indexOf(0, languageEnd + 1) + 1
  if (textStart === 0) throw damagedMapError('its text is missing')
  const [flag, method] = content
  const text = content.subarray(textStart)
  if (flag === COMPRESSED && method === DEFLATE) return inflateText(text)
  if (flag !== UNCOMPRESSED) throw damagedMapError('its compression is unknown')
  if (text.length > MAX_JSON_BYTES) throw tooLarge()
  return text
}

async function inflateText(compressed: Buffer): Promise<Buffer> {
  try {
    return await inflateBounded(compressed, { maxOutputLength: MAX_JSON_BYTES })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw damagedMapError('it cannot be inflated', cause)
  }
}

/** The error for a damaged map in a picture. */
export function damagedMapError(how: string, cause?: unknown): InvalidRequest {
  return invalidImage(`The map in the picture is damaged: ${how}.`, 'must carry the map as it was exported', cause)
}

function cutOff(): InvalidRequest {
  return invalidImage('The picture is cut off: its end is missing.', 'must be whole')
}

function tooLarge(): ServiceError {
  return new ServiceError(
    413,
    `The map in the picture is too large: at most ${MAX_JSON_BYTES / 1024 ** 2} MiB of JSON.`,
  )
}

function invalidImage(detail: string, expected: string, cause?: unknown): InvalidRequest {
  return new InvalidRequest(detail, { image: expected }, cause === undefined ? {} : { cause })
}
