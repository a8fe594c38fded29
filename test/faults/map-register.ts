import type { Call } from './linearizability.ts'
import type { Operation, Seen } from './operation.ts'

/** Earlier versions of a map that the plan of a run keeps. */
export const KEPT_VERSIONS = 8

/** A version of a map that was current once. */
interface EarlierVersion {
  version: number
  content: MapState['content']
  isPublic: boolean
  note: string | null
  /** Whether it goes after the others beyond the number of the plan. */
  isLastToGo: boolean
  /** Whether it was joined with the next one, unless ten minutes or midnight were between them. */
  isJoined: boolean
}

/** What a map is at one moment. A deleted map never comes back. */
interface MapState {
  /** Number of the write that made its content. */
  content: number | 'absent' | 'deleted'
  version: number
  /** Share id of its public link; null for a private map, `unseen` until a response shows the id. */
  link: string | null
  /** Share ids that have been closed, and stay closed. */
  closed: readonly string[]
  /** Token that made the version, and why. */
  author: number | undefined
  note: string | null
  /** Number of its pin. */
  pin: number | null
  /** Versions before this one that may be kept, oldest first. */
  earlier: readonly EarlierVersion[]
}

/** State of a map before its creation. */
export const absentMap: MapState = {
  ...{ content: 'absent', version: 0, link: null, closed: [] },
  ...{ author: undefined, note: null, pin: null, earlier: [] },
}

const UNSEEN = 'unseen'

/** Describes an operation on one map for the search; undefined if it neither changes nor shows anything. */
export function callOf(operation: Operation): Call<MapState> | undefined {
  const { start, end, outcome, kind, status } = operation
  if (outcome === 'refused' && status !== 404 && status !== 412) return undefined
  if (outcome === 'unknown' && !changes(kind)) return undefined
  return { start, end, apply: (state) => apply(operation, state) }
}

/** What responses show of a version at any time. */
type VersionFacts = Partial<Pick<MapState, 'content' | 'note'>> & { isPublic?: boolean }

/**
 * Creates a function that describes operations like `callOf`, but leaves out orders that are of no use where all responses have one: with a version
 * that is another one in a response of any time, with a version that no response reaches, or with a pin that none shows. Trying those takes
 * exponential time, since only the last responses rule them out.
 */
export function usefulCallsOf(operations: readonly Operation[]): typeof callOf {
  const facts = versionFactsOf(operations)
  const newest = Math.max(...facts.keys())
  const pins = new Set(operations.map((it) => it.seen?.pin))
  return (operation) => {
    const { kind, outcome, pin } = operation
    const isCutOff = outcome === 'unknown'
    const call = callOf(operation)
    if (!call || (isCutOff && typeof pin === 'number' && !pins.has(pin))) return undefined
    const isUseful = (state: MapState): boolean =>
      agrees(state, facts.get(state.version)) && !(isCutOff && kind === 'write' && state.version > newest)
    return {
      ...call,
      apply(state) {
        const next = call.apply(state)
        return next && isUseful(next) ? next : undefined
      },
    }
  }
}

function versionFactsOf(operations: readonly Operation[]): Map<number, VersionFacts> {
  const facts = new Map<number, VersionFacts>()
  const learn = (version: number, fact: VersionFacts) => facts.set(version, { ...facts.get(version), ...fact })
  for (const { seen, asked, isReplay } of operations) {
    if (isReplay || !seen?.isThere) continue
    for (const { version, note = null } of seen.versions ?? []) learn(version, { note })
    for (const version of seen.nearest ?? []) learn(version, {})
    const { isPublic, marker, version = marker && asked } = seen
    if (version !== undefined)
      learn(version, { ...(marker && { content: marker.write }), ...(isPublic !== undefined && { isPublic }) })
  }
  return facts
}

function agrees(state: MapState, { content, note, isPublic }: VersionFacts = {}): boolean {
  if (!isThere(state)) return true
  return (
    (content === undefined || content === state.content) &&
    (note === undefined || note === state.note) &&
    (isPublic === undefined || isPublic === (state.link !== null))
  )
}

/** Whether operations of this kind change a map. */
export function changes(kind: Operation['kind']): boolean {
  return kind === 'create' || kind === 'write' || kind === 'share' || kind === 'delete' || kind === 'pin'
}

function apply(operation: Operation, state: MapState): MapState | undefined {
  const { outcome, status } = operation
  if (outcome === 'refused' && status === 412)
    return isThere(state) && !isAsRequired(operation, state) ? state : undefined
  const next = outcome === 'refused' ? state : effectOf(operation, state)
  return outcome === 'unknown' ? next : next && readResponse(operation, next)
}

/** Whether the map has the version and the pin that an operation requires. */
function isAsRequired({ version, replaces }: Operation, state: MapState): boolean {
  return (version ?? state.version) === state.version && (replaces === undefined || replaces === state.pin)
}

function effectOf(operation: Operation, state: MapState): MapState | undefined {
  const { kind, write, isReplay, isPublic, seen, author, pin = null } = operation
  if (kind === 'create') {
    if (isReplay) return state.content === 'absent' ? undefined : state
    return state.content === 'absent' ? { ...state, content: write!, version: 1, author } : undefined
  }
  if (!changes(kind)) return state
  if (!isThere(state) || !isAsRequired(operation, state)) return undefined
  if (kind === 'pin') return { ...state, pin }
  if (kind === 'delete') return { ...absentMap, ...closeLink(state), content: 'deleted' }
  const changed = { ...state, version: state.version + 1 }
  if (kind === 'write') return withEarlier(state, { ...changed, content: write! }, operation)
  const shared = isPublic ? openLink(changed, seen?.link) : { ...changed, ...closeLink(state) }
  return shared && withEarlier(state, shared, operation)
}

/** Adds the version before a change to those that are kept, as decision 35 says. A change without a new value keeps none, unless it has another note. */
function withEarlier(before: MapState, after: MapState, { author, note }: Operation): MapState {
  const { version, content, earlier } = before
  const isPublic = before.link !== null
  if (content === after.content && isPublic === (after.link !== null)) {
    if (note === undefined) return after
    if (before.note === null || before.note === note) return { ...after, author, note }
  }
  const isLastToGo = earlier.length === 0 || before.note !== null
  const isJoined = !isLastToGo && before.author === author && note === undefined
  const kept = { version, content, isPublic, note: before.note, isLastToGo, isJoined }
  return { ...after, author, note: note ?? null, earlier: [...earlier, kept] }
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
function readResponse(operation: Operation, state: MapState): MapState | undefined {
  const { kind, link, seen, isReplay } = operation
  if (!seen || isReplay) return state
  if (!seen.isThere) return (kind === 'page' ? state.link === link : isThere(state)) ? undefined : state
  if (!isThere(state)) return undefined
  if (kind === 'layout') return state.version === seen.version && state.pin === seen.pin ? state : undefined
  if (kind === 'revisions') return readVersions(seen.versions!, state)
  if (kind === 'revision') return seen.nearest ? readNearest(operation, state) : readVersion(operation, state)
  const shown = kind === 'page' ? link : seen.link
  const isSame =
    state.content === seen.marker?.write &&
    (seen.version ?? state.version) === state.version &&
    (seen.isPublic ?? state.link !== null) === (state.link !== null)
  if (!isSame) return undefined
  if (shown === undefined || shown === state.link) return state
  return state.link === UNSEEN && !state.closed.includes(shown) ? { ...state, link: shown } : undefined
}

/** Returns the state in which a version is kept that a response shows. */
function readVersion({ asked, seen }: Operation, state: MapState): MapState | undefined {
  const found = asked === state.version ? { ...state, isPublic: state.link !== null } : findEarlier(state, asked)
  if (!found || found.content !== seen?.marker?.write || found.isPublic !== seen.isPublic) return undefined
  return settle(state, (version) => (version === asked ? true : undefined))
}

/** Returns the state in which a version is not kept, and those that a response names are the nearest ones. */
function readNearest({ asked, seen }: Operation, state: MapState): MapState | undefined {
  const nearest = seen!.nearest!
  const before = nearest.findLast((it) => it < asked!) ?? 0
  const after = nearest.find((it) => it > asked!) ?? Infinity
  const isKnown = nearest.every((it) => it === state.version || findEarlier(state, it))
  if (!isKnown || (state.version > before && state.version < after)) return undefined
  return settle(state, (version) => {
    if (nearest.includes(version)) return true
    return version > before && version < after ? false : undefined
  })
}

/** Returns the state in which exactly these versions are kept, with these notes. */
function readVersions(versions: NonNullable<Seen['versions']>, state: MapState): MapState | undefined {
  const shown = new Map(versions.map((it) => [it.version, it.note ?? null]))
  const isRight = [...shown].every(([version, note]) => {
    const found = version === state.version ? state : findEarlier(state, version)
    return found?.note === note
  })
  return isRight && shown.has(state.version) ? settle(state, (version) => shown.has(version)) : undefined
}

function findEarlier({ earlier }: MapState, version: number | undefined): EarlierVersion | undefined {
  return earlier.find((it) => it.version === version)
}

/**
 * Settles which of the earlier versions are kept.
 * @param isKept whether a version is; undefined if the response does not show it
 * @returns undefined if a version is gone that must be kept
 */
function settle(state: MapState, isKept: (version: number) => boolean | undefined): MapState | undefined {
  // The version that was replaced last stays until the next change.
  const lastFirst = state.earlier
    .slice(0, -1)
    .sort((a, b) => Number(b.isLastToGo) - Number(a.isLastToGo) || b.version - a.version)
  const beyondPlan = new Set(lastFirst.slice(KEPT_VERSIONS - 1))
  const gone = state.earlier.filter((it) => isKept(it.version) === false)
  if (gone.some((it) => !it.isJoined && !beyondPlan.has(it))) return undefined
  const earlier = state.earlier
    .filter((it) => !gone.includes(it))
    .map((it) => (it.isJoined && isKept(it.version) ? { ...it, isJoined: false } : it))
  return { ...state, earlier }
}

function isThere({ content }: MapState): boolean {
  return typeof content === 'number'
}
