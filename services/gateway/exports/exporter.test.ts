import { randomUUID } from 'node:crypto'
import { deadlineIn } from '@maps/shared/deadline'
import type { Artifact, ArtifactStore, NewArtifact } from '@maps/shared/artifact-store'
import { Unavailable } from '@maps/shared/errors'
import { type ExportTask, tooCostlyKey } from '@maps/shared/export-job'
import { createLogger } from '@maps/shared/logger'
import { describe, expect, it, vi } from 'vitest'
import { ExportsStalled, type Stall } from './errors.ts'
import { createExportWaiter } from './waiter.ts'
import { createRecentFiles } from './recent-files.ts'
import { createExporter, type ExportInputs, type ExportOutcome } from './exporter.ts'

/** Prepares an export with a store in memory and a queue without a worker. */
async function prepareExport(workers: { rendererVersion?: string; stall?: Stall } = {}) {
  const artifacts = new Map<string, Artifact>()
  const queued = new Set<string>()
  const outcomes: ExportOutcome[] = []
  let announce: (key: string) => void = () => {}
  const store: ArtifactStore = {
    async put(artifact) {
      artifacts.set(artifact.key, artifact.kind === 'file' ? { ...artifact, sha256: 'f'.repeat(64) } : artifact)
      announce(artifact.key)
    },
    get: async (key) => artifacts.get(key),
    filterExisting: async (keys) => keys.filter((it) => artifacts.has(it)),
    onAnnounced: (listener) => void (announce = listener),
    checkWrites: async () => {},
    close: () => {},
  }
  const exporter = createExporter({
    store,
    queue: {
      add: async ({ key }: ExportTask) => void queued.add(key),
      findStall: async () => workers.stall && new ExportsStalled(workers.stall),
      close: async () => {},
    },
    waiter: createExportWaiter(store, createLogger('test', 'silent')),
    recentFiles: createRecentFiles(),
    currentRendererVersion: async () => workers.rendererVersion,
    apiUrl: 'http://localhost/api/v1',
    onOutcome: (_format, outcome) => void outcomes.push(outcome),
  })
  return { store, queued, exporter, outcomes, prepared: await exporter.prepare(source) }
}

const ids = { workspaceId: randomUUID(), mapId: randomUUID() }
const source: ExportInputs = { ...ids, format: 'markdown', options: {}, map: '{}' }
const termsOf = (signal = new AbortController().signal, ms = 5_000) => {
  return { quota: 4, requestId: 'test', deadline: deadlineIn(ms), signal }
}
const fileOf = (key: string, workspaceId = source.workspaceId): NewArtifact => {
  return { kind: 'file', key, workspaceId, mapId: source.mapId, format: 'markdown', bytes: Buffer.from('# x\n') }
}

describe('an export', () => {
  it('is read from the store, without a job', async () => {
    const { store, queued, prepared } = await prepareExport()
    await store.put(fileOf(prepared.key))
    expect((await prepared.getFile(termsOf())).bytes).toEqual(Buffer.from('# x\n'))
    expect(queued.size).toBe(0)
  })

  it('is read once for all requests that want it at a time, and again for later ones', async () => {
    const { store, prepared } = await prepareExport()
    await store.put({ ...fileOf(prepared.key), rendererVersion: 'another' } as NewArtifact)
    const read = vi.spyOn(store, 'get')
    await Promise.all(Array.from({ length: 100 }, () => prepared.getFile(termsOf())))
    expect(read.mock.calls).toEqual([[prepared.key]])
    await prepared.getFile(termsOf())
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('is refused to all requests that read it at a time where the store fails, and read again by later ones', async () => {
    const { store, prepared } = await prepareExport()
    await store.put(fileOf(prepared.key))
    vi.spyOn(store, 'get').mockRejectedValueOnce(new Error('away'))
    const outcomes = await Promise.allSettled([1, 2].map(() => prepared.getFile(termsOf())))
    expect(outcomes).toMatchObject([1, 2].map(() => ({ reason: { status: 503 } })))
    expect(await prepared.getFile(termsOf())).toMatchObject({ key: prepared.key })
  })

  it('is returned to every waiting client as soon as it is stored', async () => {
    const { store, queued, prepared } = await prepareExport()
    const files = [1, 2, 3].map(() => prepared.getFile(termsOf()))
    await expect.poll(() => queued.size).toBe(1)
    await store.put(fileOf(prepared.key))
    expect(await Promise.all(files)).toHaveLength(3)
  })

  it('fails at its deadline', async () => {
    const { prepared, outcomes } = await prepareExport()
    const failure = prepared.getFile(termsOf(undefined, 50))
    await expect(failure).rejects.toThrow('The export was not ready in time. Try again shortly.')
    await expect(failure).rejects.toBeInstanceOf(Unavailable)
    expect(outcomes).toEqual(['failed'])
  })

  it.each([
    ['paused', 'The export queue is paused'],
    ['no worker', 'No render worker is taking exports'],
  ] as const)('says at its deadline where no worker takes it: %s', async (stall, message) => {
    const { prepared, outcomes } = await prepareExport({ stall })
    const failure = prepared.getFile(termsOf(undefined, 50))
    await expect(failure).rejects.toThrow(message)
    await expect(failure).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '15' } })
    expect(outcomes).toEqual(['failed'])
  })

  it('is cached in memory only where its renderer version is the one in its key', async () => {
    const workers = { rendererVersion: '2' }
    const { store, exporter, prepared } = await prepareExport(workers)
    const madeBy = (rendererVersion: string): NewArtifact => {
      return { ...fileOf(prepared.key), rendererVersion, bytes: Buffer.from(rendererVersion) } as NewArtifact
    }
    const getFile = async (): Promise<string> => ((await prepared.getFile(termsOf())).bytes as Buffer).toString()
    await store.put(madeBy('1'))
    expect(await getFile()).toBe('1')
    await store.put(madeBy('2'))
    expect(await getFile()).toBe('2')
    await store.put(madeBy('1'))
    expect(await getFile()).toBe('2')
    workers.rendererVersion = '3'
    expect((await exporter.prepare(source)).key).not.toBe(prepared.key)
  })

  it("is never another workspace's file, even if the store held one under its key", async () => {
    const { store, prepared } = await prepareExport()
    await store.put(fileOf(prepared.key, randomUUID()))
    await expect(prepared.getFile(termsOf())).rejects.toThrow('belongs to another map')
  })

  it('that failed gives the reason and the time to retry', async () => {
    const { store, prepared, outcomes } = await prepareExport()
    const failure = { kind: 'failure', status: 503, message: 'Not now.', retryInMs: 40_000 } as const
    await store.put({ ...failure, key: prepared.key })
    await expect(prepared.getFile(termsOf())).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '40' } })
    expect(outcomes).toEqual(['failed'])
  })

  it('of a map that takes too much time or memory is refused with any options, unless the file is there', async () => {
    const { store, queued, exporter, outcomes, prepared: made } = await prepareExport()
    const reason = { status: 503, message: 'Too long.', isTooCostly: true } as const
    const failure = { kind: 'failure', retryInMs: 200_000, ...reason } as const
    await store.put({ ...failure, key: tooCostlyKey(source) })
    for (const padding of ['1', '2']) {
      const prepared = await exporter.prepare({ ...source, options: { padding } })
      const refusal = { status: 503, headers: { 'Retry-After': '200' } }
      await expect(prepared.getFile(termsOf())).rejects.toMatchObject(refusal)
    }
    expect(queued.size).toBe(0)
    expect(outcomes).toEqual(['refused', 'refused'])
    await store.put(fileOf(made.key))
    expect((await made.getFile(termsOf())).key).toBe(made.key)
  })
})
