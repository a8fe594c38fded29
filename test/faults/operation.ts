import type { Marker } from './marked-maps.ts'

/** One operation of a client on a map. Times are in ms, by one clock. */
export interface Operation {
  client: number
  /**
   * `share` opens or closes the public link, `page` reads its page or a picture there, `list` is what a list shows of one map. `revisions` lists
   * the versions of a map, and `revision` reads one; `pin` pins or unpins its layout, and `layout` reads it.
   */
  kind:
    | ('create' | 'write' | 'share' | 'delete' | 'read' | 'export' | 'list' | 'page')
    | ('revisions' | 'revision' | 'pin' | 'layout')
  map: number
  start: number
  /** Infinity without a response: the operation may take effect at any time after its start, or never. */
  end: number
  /** `refused`: the operation had no effect, as its response says, or as it was not sent. `unknown`: there was no clear response. */
  outcome: 'ok' | 'refused' | 'unknown'
  /** HTTP status of the response, if there was one. */
  status?: number
  /** Number of the content that a create or a write gives the map: unique, unless it restores an earlier one. */
  write?: number
  /** Number of the token: versions by one token are joined. */
  author?: number
  /** Why, which keeps the version from being joined. */
  note?: string
  /** Version that the operation requires the map to have. */
  version?: number
  /** Pin that the operation requires the map to have, besides its version. */
  replaces?: Pin
  /** Unique number of the pin that a `pin` sets; null to unpin. */
  pin?: Pin
  /** Version that a `revision` asks for. */
  asked?: number
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

/** Number of a pinned layout; null for none. */
type Pin = number | null

/** What a response shows of a map. */
export interface Seen {
  isThere: boolean
  /** Undefined unless the response shows exactly one map. */
  marker?: Marker | undefined
  version?: number
  isPublic?: boolean
  link?: string
  /** The pin of a layout; `mixed` for positions that no client has pinned. */
  pin?: Pin | 'mixed'
  /** All versions that are kept, the current one included. */
  versions?: readonly { version: number; note?: string }[]
  /** The version that was asked for is not kept, but these next to it are. */
  nearest?: readonly number[]
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
