import type { Artifact, ArtifactStore } from '@maps/shared/artifact-store'
import type { Deadline } from '@maps/shared/deadline'
import { InvalidRequest, ServiceError } from '@maps/shared/errors'
import { artifactKey, type ArtifactInputs, type ExportTask, tooCostlyKey } from '@maps/shared/export-job'
import type { FileFormat } from '@maps/shared/file-formats'
import type { ExportQueue } from './queue.ts'
import type { ExportWaiter } from './waiter.ts'
import { ExportRefused, ExportsUnavailable, ExportTimedOut } from './errors.ts'
import type { ExportedFile, RecentFiles } from './recent-files.ts'

/** The inputs of a file that come from the request: map, format and options. */
export type ExportInputs = Omit<ArtifactInputs, 'apiUrl' | 'rendererVersion'>

/** Terms on which a request waits for an export. */
export interface ExportWaitOptions {
  /** Maximum number of exports of the workspace that wait or render. */
  quota: number
  requestId: string
  /** The client gets a response by then. */
  deadline: Deadline
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

/** An export with its key, before its file is fetched or made. */
export interface PreparedExport {
  /** See `artifactKey`. */
  key: string
  /**
   * Gets the file from memory or the artifact store, else has a worker make it.
   * @throws ServiceError if the worker refuses the export; ExportsUnavailable if no worker makes the file in time
   */
  getFile(waitOptions: ExportWaitOptions): Promise<ExportedFile>
}

/** The dependencies of an exporter. */
export interface ExporterDependencies {
  store: ArtifactStore
  queue: ExportQueue
  waiter: ExportWaiter
  recentFiles: RecentFiles
  /** Returns the renderer version of the workers; undefined while none is known. */
  currentRendererVersion: () => Promise<string | undefined>
  /** Public address of the API; ends in `/api/v1`. */
  apiUrl: string
  /** Called once per requested file, with the time until the outcome in seconds. */
  onOutcome: (format: FileFormat, outcome: ExportOutcome, seconds: number) => void
}

/**
 * The outcome of an export. `hit`: the file was in the store or in memory. `made`: a worker made it. `refused`: the map, the options or
 * the quota do not allow it. `failed`: any other reason, such as a full queue, no worker, a Redis that is down, a renderer that failed, or no file in time.
 * `disconnected`: the client did not wait.
 */
export type ExportOutcome = 'hit' | 'made' | 'refused' | 'failed' | 'disconnected'

/** Interval at which a waiting request adds its job again, in case Redis has lost it. BullMQ ignores a job that still exists. */
export const REQUEUE_INTERVAL_MS = 5_000

/** Finds or makes the files of maps. */
export interface Exporter {
  /** Computes the key of a file. */
  prepare(inputs: ExportInputs): Promise<PreparedExport>
}

/** Creates an exporter on the artifact store, the queue and the waiter. */
export function createExporter(dependencies: ExporterDependencies): Exporter {
  const { store, queue, waiter, recentFiles, currentRendererVersion, apiUrl, onOutcome } = dependencies

  /** Reads in progress, by key. */
  const reading = new Map<string, Promise<Artifact | undefined>>()

  /** Reads an artifact once for all requests that want it at a time: no ledger counts its first bytes until one of them sends them. */
  async function findStored(key: string): Promise<Artifact | undefined> {
    const read = reading.get(key) ?? store.get(key).finally(() => reading.delete(key))
    reading.set(key, read)
    return read.catch((cause: unknown) => {
      throw new ExportsUnavailable(undefined, { cause })
    })
  }

  /** Adds the job and waits for its artifact. The wait begins first, so that no announcement is missed. */
  async function make(key: string, inputs: ArtifactInputs, waitOptions: ExportWaitOptions): Promise<Artifact> {
    const { quota, requestId, signal, deadline } = waitOptions
    const task: ExportTask = { ...inputs, key, requestId }
    /** Ends the wait when the job could not be added. */
    const settled = new AbortController()
    const artifact = waiter.wait(key, deadline, AbortSignal.any([signal, settled.signal]))
    // A rejection while the job is being added must not be unhandled.
    artifact.catch(() => {})
    let requeueTimer: NodeJS.Timeout | undefined
    try {
      await queue.add(task, deadline, quota)
      requeueTimer = setInterval(() => void queue.add(task, deadline, quota).catch(() => {}), REQUEUE_INTERVAL_MS)
      return await artifact
    } catch (error) {
      throw error instanceof ExportTimedOut ? ((await queue.findStall()) ?? error) : error
    } finally {
      settled.abort()
      clearInterval(requeueTimer)
    }
  }

  async function findOrMake(
    key: string,
    inputs: ArtifactInputs,
    waitOptions: ExportWaitOptions,
  ): Promise<ExportedFile> {
    const started = performance.now()
    const report = (outcome: ExportOutcome): void =>
      onOutcome(inputs.format, outcome, (performance.now() - started) / 1_000)
    try {
      const stored = recentFiles.get(key) ?? (await findStored(key)) ?? (await findStored(tooCostlyKey(inputs)))
      const file = fileOf(stored ?? (await make(key, inputs, waitOptions)), inputs)
      // The store keeps a file of another renderer version for a short time: see OTHER_RENDERER_TTL_MS.
      if (file.rendererVersion === inputs.rendererVersion) recentFiles.keep(file)
      report(stored ? 'hit' : 'made')
      return file
    } catch (error) {
      report(waitOptions.signal.aborted ? 'disconnected' : outcomeOf(error))
      throw error
    }
  }

  return {
    async prepare(requested) {
      const inputs = { ...requested, apiUrl, rendererVersion: await currentRendererVersion() }
      const key = artifactKey(inputs)
      return { key, getFile: (waitOptions) => findOrMake(key, inputs, waitOptions) }
    },
  }
}

function outcomeOf(error: unknown): ExportOutcome {
  const isRefusal = error instanceof ExportRefused || (error instanceof ServiceError && error.status < 500)
  return isRefusal ? 'refused' : 'failed'
}

/** Returns the file of an artifact. @throws Error if the artifact belongs to another workspace or map; ServiceError for a failure */
function fileOf(artifact: Artifact, { workspaceId, mapId }: ExportInputs): ExportedFile {
  if (artifact.kind === 'failure') {
    const { status, message, problems, retryInMs, isTooCostly } = artifact
    if (status === 400) throw new InvalidRequest(message, problems ?? {})
    if (status !== 503) throw new ServiceError(status, message)
    const FailureError = isTooCostly ? ExportRefused : ExportsUnavailable
    throw new FailureError(message, { retryAfterSeconds: Math.max(1, Math.ceil(retryInMs / 1_000)) })
  }
  if (artifact.workspaceId !== workspaceId || artifact.mapId !== mapId) {
    throw new Error(`artifact ${artifact.key} belongs to another map`)
  }
  return artifact
}
