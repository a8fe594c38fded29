import {
  ConnectionError,
  createClient,
  ForbiddenError,
  type MapsClient,
  MapsError,
  NotFoundError,
  UnauthorizedError,
  type VersionedMap,
} from '../typescript/index.ts'
import { ActionError, type Inputs } from './inputs.ts'

/** Fetches the map. @throws ActionError that names the input at fault */
export function fetchMap(inputs: Inputs): Promise<VersionedMap> {
  return callService(inputs, (maps) => maps.get(inputs.map))
}

/**
 * Fetches the map and its current export, and pins its layout if the inputs say so.
 * @throws ActionError that names the input at fault
 */
export function fetchExport(inputs: Inputs): Promise<{ map: VersionedMap; text: string }> {
  const { map: id, format, hasCosts, isPinned } = inputs
  return callService(inputs, async (maps) => {
    const map = await maps.get(id)
    const { bytes } = await (format === 'markdown'
      ? maps.export(id, format)
      : maps.export(id, format, { costs: hasCosts }))
    if (isPinned) await pin(maps, id)
    return { map, text: new TextDecoder().decode(bytes) }
  })
}

async function callService<Result>(
  { url, token }: Inputs,
  call: (maps: MapsClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(createClient({ baseUrl: url, token }))
  } catch (error) {
    if (error instanceof MapsError) throw new ActionError(`${inputOf(error)}: ${error.message}`, { cause: error })
    throw error
  }
}

/** Pins the layout of a map. @throws ActionError for a token that may only read */
async function pin(maps: MapsClient, id: string): Promise<void> {
  try {
    await maps.pin(id)
  } catch (error) {
    if (error instanceof ForbiddenError) throw new ActionError(`pin: ${error.message}`, { cause: error })
    throw error
  }
}

function inputOf(error: MapsError): string {
  if (error instanceof UnauthorizedError) return 'token'
  if (error instanceof NotFoundError) return 'map'
  if (error instanceof ForbiddenError) return 'format'
  const isFromService = error.requestId !== undefined
  return error instanceof ConnectionError || !isFromService ? 'url' : 'Maps Service'
}

/** A shell command that downloads the file again. */
export function refreshCommand({ url, map, format, hasCosts, file }: Inputs): string {
  const address = `${url.replace(/\/$/, '')}/maps/${map}/export/${format}${hasCosts ? '' : '?costs=false'}`
  return `curl -f --create-dirs -H "Authorization: Bearer $MAPS_TOKEN" -o ${quote(file)} ${quote(address)}`
}

function quote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
