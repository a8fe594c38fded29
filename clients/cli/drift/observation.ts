import type { ImportInput } from '../import/drawing.ts'

/** Where something was seen in a file. */
export interface Evidence {
  /** Place in the file, as in "line 12" or "data.result[3]". */
  place: string
  /** Number of requests, if the file counts them. */
  count?: number | undefined
}

/** A service that was seen. */
export interface ObservedService {
  name: string
  /** Display name, if the file has one besides the name. */
  label?: string | undefined
  evidence: Evidence
}

/** A connection that was seen, between the names of two services. */
export interface ObservedConnection {
  client: string
  server: string
  /** `message` if it passes through a message broker; `database` and `virtual` if one end is known only from the spans of the other. Default: request. */
  type?: 'message' | 'database' | 'virtual' | undefined
  evidence: Evidence
}

/** The services and connections in a file. A service may appear only as an end of connections, and a connection several times. */
export interface Observation {
  services: ObservedService[]
  connections: ObservedConnection[]
  /** Phrases that say what was left out. */
  leftOut: string[]
}

/** A file with an observation. */
export type ObservedFile = Pick<ImportInput, 'source' | 'text' | 'folder' | 'env'>
