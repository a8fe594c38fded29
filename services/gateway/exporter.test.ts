import { randomUUID } from 'node:crypto'
import type { Artifact, ArtifactStore, NewArtifact } from '@maps/shared/artifact-store'
import { Unavailable } from '@maps/shared/errors'
import { type ExportJob, tooCostlyKey } from '@maps/shared/export-job'
import { createLogger } from '@maps/shared/logger'
import { describe, expect, it, vi } from 'vitest'
import { createExportWaiter } from './export-waiter.ts'
import { createRecentFiles } from './recent-files.ts'
import { createExporter, type ExportSource } from './exporter.ts'
import { ExportsUnavailable, ExportTurnedAway } from './exports-unavailable.ts'

/** A store in memory and a queue that nobody works on. */
function openDesk(refusal?: Error) {
  const artifacts = new Map<string, Artifact>()
  const queued = new Set<string>()
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
  const withdrawn: string[] = []
  const workers: { renderer?: string } = {}
  const queue = {
    add: async ({ key }: ExportJob) => {
      if (refusal) throw refusal
      queued.add(key)
    },
    withdraw: async ({ key }: ExportJob) => {
      withdrawn.push(key)
      queued.delete(key)
    },
    close: async () => {},
  }
  const waiter = createExportWaiter(store, createLogger('test', 'silent'))
  return {
    store,
    queue,
    workers,
    queued,
    withdrawn,
    exporter: createExporter({
      store,
      queue,
      waiter,
      recentFiles: createRecentFiles(),
      currentRenderer: async () => workers.renderer,
      apiUrl: 'http://localhost/api/v1',
      onOutcome() {},
    }),
  }
}

const source: ExportSource = {
  format: 'markdown',
  options: {},
  workspaceId: randomUUID(),
  mapId: randomUUID(),
  map: '{}',
}
const termsOf = (signal = new AbortController().signal, ms = 5_000) => {
  return { share: 4, requestId: 'test', deadline: Date.now() + ms, signal }
}
const fileOf = (key: string, workspaceId = source.workspaceId): NewArtifact => {
  return { kind: 'file', key, workspaceId, mapId: source.mapId, format: 'markdown', bytes: Buffer.from('# x\n') }
}

describe('an export', () => {
  it('is taken from the store where it is, without asking anybody', async () => {
    const { store, queued, exporter } = openDesk()
    const order = await exporter.order(source)
    await store.put(fileOf(order.key))
    expect((await order.deliver(termsOf())).bytes).toEqual(Buffer.from('# x\n'))
    expect(queued.size).toBe(0)
  })

  it('is handed to everybody who waits for it, as soon as it is there', async () => {
    const { store, queued, exporter } = openDesk()
    const order = await exporter.order(source)
    const deliveries = [1, 2, 3].map(() => order.deliver(termsOf()))
    await expect.poll(() => queued.size).toBe(1)
    await store.put(fileOf(order.key))
    expect(await Promise.all(deliveries)).toHaveLength(3)
  })

  it('is withdrawn when the last one who waits for it has gone, and not before', async () => {
    const { queued, exporter } = openDesk()
    const order = await exporter.order(source)
    const clients = [new AbortController(), new AbortController()]
    const deliveries = clients.map((it) => order.deliver(termsOf(it.signal)).catch(() => 'gone'))
    await expect.poll(() => queued.size).toBe(1)
    clients[0]!.abort()
    expect(await deliveries[0]).toBe('gone')
    expect(queued.size).toBe(1)
    clients[1]!.abort()
    expect(await deliveries[1]).toBe('gone')
    expect(queued.size).toBe(0)
  })

  it('has nothing to take back where it was turned away, and may have where Redis did not answer', async () => {
    const full = openDesk(new ExportTurnedAway('Too many exports are waiting.'))
    await expect((await full.exporter.order(source)).deliver(termsOf())).rejects.toThrow('Too many')
    expect(full.withdrawn).toEqual([])
    const silent = openDesk(new ExportsUnavailable())
    const order = await silent.exporter.order(source)
    await expect(order.deliver(termsOf())).rejects.toThrow(ExportsUnavailable)
    expect(silent.withdrawn).toEqual([order.key])
  })

  it('is taken back only after what was asked for last, which would put it in again', async ({ onTestFinished }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { queue, queued, withdrawn, exporter } = openDesk()
    const client = new AbortController()
    const order = await exporter.order(source)
    const delivery = order.deliver(termsOf(client.signal)).catch(() => 'gone')
    await expect.poll(() => queued.size).toBe(1)
    const late = Promise.withResolvers<void>()
    queue.add = () => late.promise
    vi.advanceTimersByTime(6_000)
    client.abort()
    expect(await delivery).toBe('gone')
    expect(withdrawn).toEqual([])
    late.resolve()
    await expect.poll(() => withdrawn).toEqual([order.key])
  })

  it('is answered by its deadline, come what may', async () => {
    const { queued, exporter } = openDesk()
    await expect((await exporter.order(source)).deliver(termsOf(undefined, 50))).rejects.toThrow(Unavailable)
    expect(queued.size).toBe(0)
  })

  it('is kept in memory where the renderer made it that its key names, and asked for again where another one did', async () => {
    const { store, workers, exporter } = openDesk()
    workers.renderer = '2'
    const order = await exporter.order(source)
    const madeBy = (renderer: string): NewArtifact => {
      return { ...fileOf(order.key), renderer, bytes: Buffer.from(renderer) } as NewArtifact
    }
    const deliver = async (): Promise<string> => ((await order.deliver(termsOf())).bytes as Buffer).toString()
    await store.put(madeBy('1'))
    expect(await deliver()).toBe('1')
    await store.put(madeBy('2'))
    expect(await deliver()).toBe('2')
    await store.put(madeBy('1'))
    expect(await deliver()).toBe('2')
    workers.renderer = '3'
    expect((await exporter.order(source)).key).not.toBe(order.key)
  })

  it("is never another workspace's file, even if the store held one under its key", async () => {
    const { store, exporter } = openDesk()
    const order = await exporter.order(source)
    await store.put(fileOf(order.key, randomUUID()))
    await expect(order.deliver(termsOf())).rejects.toThrow('belongs to another map')
  })

  it('that could not be made says why, and when to come back', async () => {
    const { store, exporter } = openDesk()
    const order = await exporter.order(source)
    await store.put({ kind: 'failure', key: order.key, status: 503, message: 'Not now.', until: Date.now() + 40_000 })
    await expect(order.deliver(termsOf())).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '40' } })
  })

  it('of a map that takes too much time or memory is refused with any options, unless the file is there', async () => {
    const { store, queued, exporter } = openDesk()
    const failure = { kind: 'failure', status: 503, message: 'Too long.', until: Date.now() + 40_000 } as const
    await store.put({ ...failure, key: tooCostlyKey(source) })
    for (const padding of ['1', '2']) {
      const order = await exporter.order({ ...source, options: { padding } })
      await expect(order.deliver(termsOf())).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '40' } })
    }
    expect(queued.size).toBe(0)
    const made = await exporter.order(source)
    await store.put(fileOf(made.key))
    expect((await made.deliver(termsOf())).key).toBe(made.key)
  })
})
