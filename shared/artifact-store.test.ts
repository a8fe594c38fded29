import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestRedis, type TestRedis } from '../test/rig/redis.ts'
import { type Artifact, type ArtifactStore, openArtifactStore } from './artifact-store.ts'
import { createLogger } from './logger.ts'

let server: TestRedis
let store: ArtifactStore

beforeAll(async () => {
  server = await startTestRedis()
  store = openArtifactStore(server.url, createLogger('test', 'silent'))
  await vi.waitFor(() => store.get('none'))
})
afterAll(async () => {
  store.close()
  await server[Symbol.asyncDispose]()
})

const newKey = (): string => randomBytes(32).toString('hex')
const fileOf = (key: string, bytes: Buffer): Artifact => {
  return { kind: 'file', key, workspaceId: 'w', mapId: 'm', format: 'png', scale: { asked: 4, used: 2.5 }, bytes }
}

describe('the artifact store', () => {
  it('gives a file back byte for byte, with what is known of it', async () => {
    for (const bytes of [randomBytes(300_000), Buffer.alloc(0), Buffer.from('"\0\r\n$5\r\n')]) {
      const file = fileOf(newKey(), bytes)
      await store.put(file)
      expect(await store.get(file.key)).toEqual(file)
    }
  })

  it('gives a failure back as one, until its time has come', async () => {
    const failure: Artifact = {
      kind: 'failure',
      key: newKey(),
      status: 503,
      message: 'Not now.',
      until: Date.now() + 1_000,
    }
    await store.put(failure)
    expect(await store.get(failure.key)).toEqual(failure)
    await expect.poll(() => store.get(failure.key), { timeout: 3_000 }).toBeUndefined()
    expect(Date.now()).toBeGreaterThanOrEqual(failure.until)
  })

  it('keeps a file that is there, whoever fails to make it once more', async () => {
    const file = fileOf(newKey(), Buffer.from('x'))
    await store.put(file)
    await store.put({ kind: 'failure', key: file.key, status: 503, message: 'Not now.', until: Date.now() + 1_000 })
    expect(await store.get(file.key)).toEqual(file)
  })

  it('knows which of many are there', async () => {
    const [here, there] = [newKey(), newKey()]
    await store.put(fileOf(here, Buffer.from('x')))
    expect(await store.existing([there, here])).toEqual([here])
    expect(await store.existing([])).toEqual([])
    expect(await store.get(there)).toBeUndefined()
  })

  it('announces a key once its artifact can be read', async () => {
    const key = newKey()
    const { promise, resolve } = Promise.withResolvers<Artifact | undefined>()
    store.onAnnounced((announced) => void (announced === key && store.get(announced).then(resolve)))
    const poke = setInterval(() => void store.put(fileOf(key, Buffer.from('x'))), 20)
    expect(await promise).toMatchObject({ key })
    clearInterval(poke)
  })
})
