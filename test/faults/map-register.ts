import type { Call } from './linearizability.ts'
import type { Operation } from './operation.ts'

/** What a map is at one moment. A deleted map never comes back. */
interface MapState {
  /** Number of the write that made its content. */
  content: number | 'absent' | 'deleted'
  version: number
  /** Share id of its public link; null for a private map, `unseen` until a response shows the id. */
  link: string | null
  /** Share ids that have been closed, and stay closed. */
  closed: readonly string[]
}

/** State of a map before its creation. */
export const absentMap: MapState = { content: 'absent', version: 0, link: null, closed: [] }

const UNSEEN = 'unseen'

/** Describes an operation on one map for the search; undefined if it neither changes nor shows anything. */
export function callOf(operation: Operation): Call<MapState> | undefined {
  const { start, end, outcome, kind, status } = operation
  if (outcome === 'refused' && status !== 404 && status !== 412) return undefined
  if (outcome === 'unknown' && !changes(kind)) return undefined
  return { start, end, apply: (state) => apply(operation, state) }
}

/** Whether operations of this kind change a map. */
export function changes(kind: Operation['kind']): boolean {
  return kind === 'create' || kind === 'write' || kind === 'share' || kind === 'delete'
}

function apply(operation: Operation, state: MapState): MapState | undefined {
  const { outcome, status, version } = operation
  if (outcome === 'refused' && status === 412) return isThere(state) && state.version !== version ? state : undefined
  const next = outcome === 'refused' ? state : effectOf(operation, state)
  return outcome === 'unknown' ? next : next && readResponse(operation, next)
}

function effectOf(operation: Operation, state: MapState): MapState | undefined {
  const { kind, write, version, isReplay, isPublic, seen } = operation
  if (kind === 'create') {
    if (isReplay) return state.content === 'absent' ? undefined : state
    return state.content === 'absent' ? { ...state, content: write!, version: 1 } : undefined
  }
  if (!changes(kind)) return state
  if (!isThere(state) || (version !== undefined && version !== state.version)) return undefined
  const changed = { ...state, version: state.version + 1 }
  if (kind === 'write') return { ...changed, content: write! }
  if (kind === 'share' && isPublic) return openLink(changed, seen?.link)
  return { ...changed, ...closeLink(state), ...(kind === 'delete' && { content: 'deleted' }) }
}

/** Opens a link, under the id that the response names. An open link keeps its id, and a new one never has a closed id. */
function openLink(state: MapState, link = UNSEEN): MapState | undefined {
  if (state.link !== null) return state
  return state.closed.includes(link) ? undefined : { ...state, link }
}

function closeLink({ link, closed }: MapState): Pick<MapState, 'link' | 'closed'> {
  return { link: null, closed: link === null || link === UNSEEN ? closed : [...closed, link] }
}

/** Returns the state that a response shows, with the share id that it may name first; undefined if it shows another state. */
function readResponse({ kind, link, seen, isReplay }: Operation, state: MapState): MapState | undefined {
  if (!seen || isReplay) return state
  if (!seen.isThere) return (kind === 'page' ? state.link === link : isThere(state)) ? undefined : state
  const shown = kind === 'page' ? link : seen.link
  const isSame =
    isThere(state) &&
    state.content === seen.marker?.write &&
    (seen.version ?? state.version) === state.version &&
    (seen.isPublic ?? state.link !== null) === (state.link !== null)
  if (!isSame) return undefined
  if (shown === undefined || shown === state.link) return state
  return state.link === UNSEEN && !state.closed.includes(shown) ? { ...state, link: shown } : undefined
}

function isThere({ content }: MapState): boolean {
  return typeof content === 'number'
}
