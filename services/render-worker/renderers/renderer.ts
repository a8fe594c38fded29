import type { ExportFailure, FileMetadata } from '@maps/shared/artifact-store'
import { TOO_COSTLY_MS } from '@maps/shared/export-job'
import type { FileFormat, ExportOptions } from '@maps/shared/file-formats'
import type { FieldErrors } from '@maps/shared/errors'
import type { ArchitectureMap } from '@maps/shared/map'

/** A map that is to become a file of one format. */
export interface RenderRequest<Format extends FileFormat> {
  map: ArchitectureMap
  options: ExportOptions<Format>
  /** Address of the API, for files that say how to refresh themselves; ends in `/api/v1`. */
  apiUrl: string
  /** The file is for readers of a public link. */
  isForPublicLink?: true | undefined
}

/** A finished file, with the facts that response headers tell of it. */
export interface RenderedFile extends Pick<FileMetadata, 'scale' | 'part'> {
  bytes: Buffer
}

/**
 * Makes one file from one map. The same map version, options and address give the same bytes.
 * @throws RenderRefused for what no other try could draw; any other error may be tried again
 */
export type Renderer<Format extends FileFormat> = (request: RenderRequest<Format>) => Promise<RenderedFile>

/** The reason why a map has no file of a format. */
export interface Refusal {
  status: ExportFailure['status']
  /** Shown to the client, and so are the problems with its options. */
  message: string
  problems: FieldErrors | undefined
}

/** The map or the options rule this file out. */
export class RenderRefused extends Error implements Refusal {
  override readonly name: string = 'RenderRefused'
  readonly status: ExportFailure['status']
  readonly problems: FieldErrors | undefined

  constructor(status: ExportFailure['status'], message: string, problems?: FieldErrors) {
    super(message)
    this.status = status
    this.problems = problems
  }
}

const REFUSED = `it is refused for ${TOO_COSTLY_MS / 60_000} minutes, with any options`

/** The map itself took all the time or memory that it may have: other options would not help. */
export class MapTooCostly extends RenderRefused {
  override readonly name = 'MapTooCostly'

  /** @param cost what it took, as in "longer than 10 s" */
  constructor(cost: string) {
    super(503, `Making this file took ${cost}. Make the map smaller: as it is, ${REFUSED}. Try again later.`)
  }

  static byTime(timeoutMs: number): MapTooCostly {
    return new MapTooCostly(`longer than ${timeoutMs / 1_000} s`)
  }
}

/**
 * Time was up, and Chromium had worked for most of it, on texts or on a picture. It may have hung or been busy with another map, so the queue
 * tries again; if that takes too long as well, the map is refused as too costly.
 */
export class ChromiumTimedOut extends Error {
  override readonly name = 'ChromiumTimedOut'
  readonly timeoutMs: number

  constructor(timeoutMs: number) {
    super(`Chromium worked on a picture for most of ${timeoutMs / 1_000} s and did not finish`)
    this.timeoutMs = timeoutMs
  }
}
