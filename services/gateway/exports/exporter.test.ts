import { randomUUID } from 'node:crypto'
import type { Artifact, ArtifactStore, NewArtifact } from '@maps/shared/artifact-store'
import { Unavailable } from '@maps/shared/errors'
import { type ExportJob, tooCostlyKey } from '@maps/shared/export-job'
import { createLogger } from '@maps/shared/logger'
import { describe, expect, it } from 'vitest'
import { createExportWaiter } from './waiter.ts'
import { createRecentFiles } from './recent-files.ts'
import { createExporter, type ExportInputs, type ExportOutcome } from './exporter.ts'

/** A store in memory and a queue without a worker. */
function openDesk() {
  const artifacts = new Map<string, Artifact>()
  const queued = new Set<string>()
  const outcomes: ExportOutcome[] = []
  let announce: (key: string) => void = () => {}
  const store: ArtifactStore = {
    async put(artifact) {
      artifacts.set(artifact.key, artifact)
      announce(artifact.key)
    },
    get: async (key) => artifacts.get(key),
    existing: async (keys) => keys.filter((it) => artifacts.has(it)),
    onAnnounced: (listener) => void (announce = listener),
    close: () => {},
  }
  const workers: { rendererVersion?: string } = {}
  const queue = {
    add: async ({ key }: ExportJob) => void queued.add(key),
    close: async () => {},
  }
  const waiter = createExportWaiter(store, createLogger('test', 'silent'))
  return {
    store,
    queue,
    workers,
    queued,
    exporter: createExporter({
      store,
      queue,
      waiter,
      recentFiles: createRecentFiles(),
      currentRendererVersion: async () => workers.rendererVersion,
      apiUrl: 'http://localhost/api/v1',
      onOutcome: (_format, outcome) => void outcomes.push(outcome),
    }),
    outcomes,
  }
}

const source: ExportInputs = {
  format: 'markdown',
  options: {},
  workspaceId: randomUUID(),
  mapId: randomUUID(),
  map: '{}',
}
const termsOf = (signal = new AbortController().signal, ms = 5_000) => {
  return { quota: 4, requestId: 'test', deadline: Date.now() + ms, signal }
}
const fileOf = (key: string, workspaceId = source.workspaceId): NewArtifact => {
  return { kind: 'file', key, workspaceId, mapId: source.mapId, format: 'markdown', bytes: Buffer.from('# x\n') }
}

describe('an export', () => {
  it('is taken from the store where it is, without asking a worker', async () => {
    const { store, queued, exporter } = openDesk()
    const prepared = await exporter.prepare(source)
    await store.put(fileOf(prepared.key))
    expect((await prepared.getFile(termsOf())).bytes).toEqual(Buffer.from('# x\n'))
    expect(queued.size).toBe(0)
  })

  it('is handed to every client that waits for it, as soon as it is there', async () => {
    const { store, queued, exporter } = openDesk()
    const prepared = await exporter.prepare(source)
    const files = [1, 2, 3].map(() => prepared.getFile(termsOf()))
    await expect.poll(() => queued.size).toBe(1)
    await store.put(fileOf(prepared.key))
    expect(await Promise.all(files)).toHaveLength(3)
  })

  it('is answered by its deadline, come what may', async () => {
    const { exporter } = openDesk()
    await expect((await exporter.prepare(source)).getFile(termsOf(undefined, 50))).rejects.toThrow(Unavailable)
  })

  it('is kept in memory where its renderer version is the one in its key, and asked for again otherwise', async () => {
    const { store, workers, exporter } = openDesk()
    workers.rendererVersion = '2'
    const prepared = await exporter.prepare(source)
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
    const { store, exporter } = openDesk()
    const prepared = await exporter.prepare(source)
    await store.put(fileOf(prepared.key, randomUUID()))
    await expect(prepared.getFile(termsOf())).rejects.toThrow('belongs to another map')
  })

  it('that could not be made says why, and when to come back', async () => {
    const { store, exporter, outcomes } = openDesk()
    const prepared = await exporter.prepare(source)
    await store.put({
      kind: 'failure',
      key: prepared.key,
      status: 503,
      message: 'Not now.',
      retryAt: Date.now() + 40_000,
    })
    await expect(prepared.getFile(termsOf())).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '40' } })
    expect(outcomes).toEqual(['failed'])
  })

  it('of a map that takes too much time or memory is refused with any options, unless the file is there', async () => {
    const { store, queued, exporter, outcomes } = openDesk()
    const reason = { status: 503, message: 'Too long.', isTooCostly: true } as const
    const failure = { kind: 'failure', retryAt: Date.now() + 200_000, ...reason } as const
    await store.put({ ...failure, key: tooCostlyKey(source) })
    for (const padding of ['1', '2']) {
      const prepared = await exporter.prepare({ ...source, options: { padding } })
      await expect(prepared.getFile(termsOf())).rejects.toMatchObject({
        status: 503,
        headers: { 'Retry-After': '200' },
      })
    }
    expect(queued.size).toBe(0)
    expect(outcomes).toEqual(['refused', 'refused'])
    const made = await exporter.prepare(source)
    await store.put(fileOf(made.key))
    expect((await made.getFile(termsOf())).key).toBe(made.key)
  })
})
