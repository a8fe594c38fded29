import type { Artifact, ArtifactStore, RemoteBytes } from '@maps/shared/artifact-store'
import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { keepRecentFiles } from './recent-files.ts'

const MEGABYTE = 1_024 * 1_024

function fileOf(key: string, bytes: Buffer | RemoteBytes): Artifact {
  return { kind: 'file', key, workspaceId: 'w', mapId: 'm', format: 'markdown', bytes }
}

/** A store that is asked through the memory of recent files, and how often it was. */
function openStore(artifacts: readonly Artifact[]) {
  const get = vi.fn<ArtifactStore['get']>(async (key) => artifacts.find((it) => it.key === key))
  const below: ArtifactStore = { get, put: async () => {}, existing: async () => [], onAnnounced() {}, close() {} }
  return { store: keepRecentFiles(below), get }
}

describe('recent files', () => {
  it('are fetched once', async () => {
    const file = fileOf('a', randomBytes(100))
    const { store, get } = openStore([file])
    expect([await store.get('a'), await store.get('a')]).toEqual([file, file])
    expect(get).toHaveBeenCalledTimes(1)
  })

  it('do not keep the whole of what they were received with', async () => {
    const received = randomBytes(10_000)
    const { store } = openStore([fileOf('a', received.subarray(100, 200))])
    await store.get('a')
    const kept = await store.get('a')
    expect(kept).toMatchObject({ bytes: received.subarray(100, 200) })
    expect((kept as { bytes: Buffer }).bytes.buffer).not.toBe(received.buffer)
  })

  it.each([
    ['what is not there', 'none', []],
    ['why there is no file', 'a', [{ kind: 'failure', key: 'a', status: 503, message: 'Not now.', until: 0 }]],
    ['a file that is elsewhere', 'a', [fileOf('a', { length: 5, async *[Symbol.asyncIterator]() {} })]],
    ['a very large file', 'a', [fileOf('a', Buffer.alloc(3 * MEGABYTE))]],
  ] as const)('never hold %s', async (_, key, artifacts) => {
    const { store, get } = openStore(artifacts)
    await store.get(key)
    await store.get(key)
    expect(get).toHaveBeenCalledTimes(2)
  })

  it('make room for those that come after', async () => {
    const files = Array.from({ length: 40 }, (_, index) => fileOf(String(index), Buffer.alloc(MEGABYTE)))
    const { store, get } = openStore(files)
    for (const { key } of files) await store.get(key)
    await store.get('39')
    expect(get).toHaveBeenCalledTimes(40)
    await store.get('0')
    expect(get).toHaveBeenCalledTimes(41)
  })
})
