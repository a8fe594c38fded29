import type { Marker } from './marked-maps.ts'

/** One operation of a client on a map. Times are in ms, by one clock. */
export interface Operation {
  client: number
  /** `share` opens or closes the public link, `page` reads its page or a picture there, `list` is what a list shows of one map. */
  kind: 'create' | 'write' | 'share' | 'delete' | 'read' | 'export' | 'list' | 'page'
  map: number
  start: number
  /** Infinity without a response: the operation may take effect at any time after its start, or never. */
  end: number
  /** `refused`: the operation had no effect, as its response says, or as it was not sent. `unknown`: there was no clear response. */
  outcome: 'ok' | 'refused' | 'unknown'
  /** HTTP status of the response, if there was one. */
  status?: number
  /** Unique number of a create or a write. */
  write?: number
  /** Version that the operation requires the map to have. */
  version?: number
  /** What a `share` wants. */
  isPublic?: boolean
  /** Share id that a `page` asks for. */
  link?: string
  /** Whether the token may only read. */
  isReadOnly?: boolean
  /** Whether the response repeats that of an earlier create with the same key. */
  isReplay?: boolean
  /** Id of the map in the response to a create. */
  id?: string
  seen?: Seen
}

/** What a response shows of a map. */
export interface Seen {
  isThere: boolean
  /** Undefined unless the response shows exactly one map. */
  marker?: Marker | undefined
  version?: number
  isPublic?: boolean
  link?: string
}

/** A list of maps that a client has read. */
export interface ListReading {
  client: number
  start: number
  end: number
  /** The only map that can be in it; undefined for a list of all maps. */
  map?: number
  /** Whether it was read in pages: an update meanwhile may move a map to a page that was read before. */
  isPaged: boolean
  entries: readonly Seen[]
}
