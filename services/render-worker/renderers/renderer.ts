import type { ExportFailure, FileMetadata } from '@maps/shared/artifact-store'
import { type ExportTask, TOO_COSTLY_MS } from '@maps/shared/export-job'
import type { FileFormat, ExportOptions } from '@maps/shared/file-formats'
import type { FieldErrors } from '@maps/shared/errors'
import type { ArchitectureMap } from '@maps/shared/map'
import type { MapView } from '@maps/shared/view/view'
import type { Pin } from '../scene/layout/pin.ts'

/** A request to render a map as a file of one format. */
export interface RenderRequest<Format extends FileFormat> extends Pick<
  ExportTask,
  'apiUrl' | 'version' | 'isForPublicLink'
> {
  map: ArchitectureMap
  /** Set if the map is only a part of the stored one. */
  view?: MapView | undefined
  /** The older map, with which files of differences compare it. */
  from?: ArchitectureMap | undefined
  options: ExportOptions<Format>
  pin?: Pin | undefined
}

/** A finished file, with facts for the response headers. */
export interface RenderedFile extends Pick<FileMetadata, 'scale' | 'part'> {
  bytes: Buffer
}

/**
 * Makes one file. Equal requests result in the same bytes.
 * @throws RenderRefused if a retry cannot succeed; any other error may be retried
 */
export type Renderer<Format extends FileFormat> = (request: RenderRequest<Format>) => Promise<RenderedFile>

/** The reason why a map has no file of a format. */
export interface Refusal {
  status: ExportFailure['status']
  /** Message for the client, shown together with the problems of its options. */
  message: string
  problems: FieldErrors | undefined
}

/** The file cannot be rendered from this map with these options. */
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

/** The map exceeded its time or memory limit in this format. The refusal holds for all options, also for those that show a part of the map. */
export class MapTooCostly extends RenderRefused {
  override readonly name = 'MapTooCostly'

  /** @param cost the exceeded limit, as in "longer than 10 s" */
  constructor(cost: string) {
    super(503, `Making this file took ${cost}. Make the map smaller: as it is, ${REFUSED}. Try again later.`)
  }

  static byTime(limitMs: number): MapTooCostly {
    return new MapTooCostly(`longer than ${limitMs / 1_000} s`)
  }
}

/**
 * The export timed out while Chromium worked for most of the time, on texts or on a picture. It may have hung or been busy with another map, so
 * the queue retries the export. After a second timeout, the map is refused as too costly.
 */
export class ChromiumTimedOut extends Error {
  override readonly name = 'ChromiumTimedOut'
  readonly limitMs: number

  constructor(limitMs: number) {
    super(`Chromium worked for most of ${limitMs / 1_000} s and did not finish`)
    this.limitMs = limitMs
  }
}
