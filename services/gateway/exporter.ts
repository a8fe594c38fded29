import type { Artifact, ArtifactStore, FileHead } from '@maps/shared/artifact-store'
import { InvalidRequest, ServiceError } from '@maps/shared/errors'
import { artifactKey, type ArtifactSource, type ExportJob } from '@maps/shared/export-job'
import type { ExportQueue } from './export-queue.ts'
import type { ExportWaiter } from './export-waiter.ts'
import { ExportsUnavailable } from './exports-unavailable.ts'

export type ExportedFile = FileHead & { bytes: Buffer }

export type ExportSource = Omit<ArtifactSource, 'apiUrl'>

export interface ExportTerms {
  /** Most exports of the workspace that may be on their way at a time. */
  share: number
  requestId: string
  /** Unix time in ms by which the client has its answer. */
  deadline: number
  /** Aborted when the client has gone. */
  signal: AbortSignal
}

/** A file that was asked for, before anything is done about it. */
export interface ExportOrder {
  /** Changes when, and only when, the file's bytes do. */
  key: string
  /**
   * The file, taken from the store where it is, else made by a worker.
   * @throws ServiceError what the worker said where it cannot be made; ExportsUnavailable where nobody makes it in time
   */
  deliver(terms: ExportTerms): Promise<ExportedFile>
}

export interface ExporterParts {
  store: ArtifactStore
  queue: ExportQueue
  waiter: ExportWaiter
  apiUrl: string
}

const REMIND_INTERVAL_MS = 5_000

export interface Exporter {
  order(source: ExportSource): ExportOrder
}

/** Turns exports that were asked for into files. */
export function createExporter({ store, queue, waiter, apiUrl }: ExporterParts): Exporter {
  async function findStored(key: string): Promise<Artifact | undefined> {
    return store.get(key).catch((cause: unknown) => {
      throw new ExportsUnavailable(undefined, { cause })
    })
  }

  /** Waits before it asks, so that an answer cannot come too early to be heard; asks again, should the queue forget. */
  async function make(key: string, inputs: ArtifactSource, terms: ExportTerms): Promise<Artifact> {
    const { share, requestId, signal, deadline } = terms
    const job: ExportJob = { ...inputs, key, deadline, requestId }
    const gaveUp = new AbortController()
    const artifact = waiter.wait(key, deadline, AbortSignal.any([signal, gaveUp.signal]))
    artifact.catch(() => {})
    let reminder: NodeJS.Timeout | undefined
    try {
      await queue.add(job, share)
      reminder = setInterval(() => void queue.add(job, share).catch(() => {}), REMIND_INTERVAL_MS)
      return await artifact
    } catch (error) {
      gaveUp.abort()
      await artifact.catch(() => {})
      if (!waiter.isWaitedFor(key)) queue.withdraw(job).catch(() => {})
      throw error
    } finally {
      clearInterval(reminder)
    }
  }

  return {
    order(source) {
      const inputs = { ...source, apiUrl }
      const key = artifactKey(inputs)
      return {
        key,
        deliver: async (terms) => fileOf((await findStored(key)) ?? (await make(key, inputs, terms)), source),
      }
    },
  }
}

/** Never hands out a file that was not made for this workspace and map, whatever the store holds under its key. */
function fileOf(artifact: Artifact, { workspaceId, mapId }: ExportSource): ExportedFile {
  if (artifact.kind === 'failure') {
    const { status, message, problems, until } = artifact
    if (status === 400) throw new InvalidRequest(message, problems)
    if (status !== 503) throw new ServiceError(status, message)
    throw new ExportsUnavailable(message, { retryAfterSeconds: Math.max(1, Math.ceil((until - Date.now()) / 1_000)) })
  }
  if (artifact.workspaceId !== workspaceId || artifact.mapId !== mapId) {
    throw new Error(`artifact ${artifact.key} belongs to another map`)
  }
  return artifact
}
