import type { MapEdge, MapNode } from '../../typescript/index.ts'
import type { Environment } from '../context.ts'
import type { LeftOut } from './left-out.ts'

/** A file of another tool, and the options of its import. */
export interface ImportInput {
  /** Name of the file in messages. */
  source: string
  text: string
  /** Folder of the file. */
  folder: string
  env: Environment
  /** Text of the file of `--variables`. */
  envFile?: string | undefined
  /** Gets the absolute paths of all other files that are read or looked for, also where the import then fails. */
  files?: Set<string>
}

/** The services and connections in a file of another tool. */
export interface Drawing {
  /** Name in the file, if it has one. */
  name?: string | undefined
  nodes: MapNode[]
  edges: MapEdge[]
  /** Connections that are not declared, but that environment values tell of. */
  inferred: MapEdge[]
  leftOut: LeftOut[]
}
