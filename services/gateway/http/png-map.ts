import { InvalidRequest, ServiceError, Unavailable } from '@maps/shared/errors'
import { PNG_MAP_KEYWORD } from '@maps/shared/formats/png'
import { crc32 } from 'node:zlib'
import { decode, forContent, MAX_JSON_BYTES } from './body.ts'
import { ByteReader, type Reserve } from './byte-reader.ts'

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

/**
 * Reads a PNG (https://www.w3.org/TR/png-3/) to its end, and keeps only the text of its map chunk in memory.
 * @returns the map as JSON, unless the picture was tampered with
 * @param reserve called before bytes of the map are held
 * @throws InvalidRequest naming `image`; ServiceError 413 for a map of more than MAX_JSON_BYTES
 */
export async function readPngMap(picture: AsyncIterable<Buffer>, reserve: Reserve): Promise<Buffer> {
  await using bytes = new ByteReader(picture, reserve)
  if (!(await bytes.take(SIGNATURE.length)).equals(SIGNATURE)) {
    throw invalidImage('The body is not a PNG picture.', 'must be a PNG picture')
  }
  let map: Buffer | undefined
  for (let chunk = await readHead(bytes); chunk.type !== 'IEND'; chunk = await readHead(bytes)) {
    if (chunk.type === 'iTXt' && !map) map = await readMap(bytes, chunk.length, reserve)
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
async function readMap(bytes: ByteReader, chunkLength: number, reserve: Reserve): Promise<Buffer | undefined> {
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
  return readText(content, forContent(reserve))
}

/** Reads the text of an iTXt chunk, which has compression flag and method, language, NUL, translated keyword, NUL, text. */
async function readText(content: Buffer, reserve: Reserve): Promise<Buffer> {
  const languageEnd = content.indexOf(0, 2)
  const textStart = languageEnd < 0 ? 0 : content.indexOf(0, languageEnd + 1) + 1
  if (textStart === 0) throw damagedMapError('its text is missing')
  const [flag, method] = content
  const text = content.subarray(textStart)
  if (flag === COMPRESSED && method === DEFLATE) return inflateText(text, reserve)
  if (flag !== UNCOMPRESSED) throw damagedMapError('its compression is unknown')
  if (text.length > MAX_JSON_BYTES) throw tooLarge()
  await reserve(text.length)
  return text
}

async function inflateText(compressed: Buffer, reserve: Reserve): Promise<Buffer> {
  try {
    return await decode(compressed, 'deflate', reserve)
  } catch (error) {
    if (error instanceof Unavailable) throw error
    if (error instanceof ServiceError && error.status === 413) throw tooLarge()
    throw damagedMapError('it cannot be inflated', error)
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
