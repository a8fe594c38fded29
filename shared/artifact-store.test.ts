import { hash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startFaultProxy, throughProxy } from '../test/rig/fault-proxy.ts'
import { startTestRedis, type TestRedis } from '../test/rig/redis.ts'
import { startTestBucket, type TestBucket } from '../test/rig/s3.ts'
import {
  type Artifact,
  type ArtifactStore,
  type NewArtifact,
  type RemoteBytes,
  type RendererVersionNotice,
  openArtifactStore,
  CHUNK_BYTES,
} from './artifact-store.ts'
import { createBucket } from './bucket.ts'
import { createLogger } from './logger.ts'
import { MAX_STORED_BYTES } from './stored-bytes.ts'

const log = createLogger('test', 'silent')
let server: TestRedis
let bucket: TestBucket

beforeAll(async () => {
  server = await startTestRedis()
  bucket = await startTestBucket()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await bucket[Symbol.asyncDispose]()
})

async function openStore(
  settings?: TestBucket['settings'],
): Promise<ArtifactStore & RendererVersionNotice & Disposable> {
  const store = openArtifactStore(server.url, log, settings && createBucket(settings))
  await vi.waitFor(() => store.get('none'))
  return { ...store, [Symbol.dispose]: () => store.close() }
}

/** A file as it comes out of the store. */
const withHash = (file: NewArtifact): NewArtifact & { sha256?: string } =>
  file.kind === 'file' ? { ...file, sha256: hash('sha256', file.bytes) } : file
const newKey = (): string => randomBytes(32).toString('hex')
const fileOf = (key: string, bytes: Buffer): NewArtifact => {
  return { kind: 'file', key, workspaceId: 'w', mapId: 'm', format: 'png', scale: { asked: 4, used: 2.5 }, bytes }
}

/** An artifact with its bytes at hand, wherever they were. */
async function fetched(artifact: Artifact | undefined): Promise<NewArtifact | undefined> {
  if (artifact?.kind !== 'file' || Buffer.isBuffer(artifact.bytes)) return artifact as NewArtifact | undefined
  const bytes = Buffer.concat(await Array.fromAsync(artifact.bytes))
  expect(artifact.bytes).toHaveLength(bytes.length)
  return { ...artifact, bytes }
}

describe.each([
  ['in Redis', () => openStore()],
  ['with a bucket', () => openStore(bucket.settings)],
])('the artifact store %s', (_, open) => {
  it('gives a file back byte for byte, with what is known of it', async () => {
    using store = await open()
    for (const bytes of [
      randomBytes(300_000),
      randomBytes(3 * CHUNK_BYTES + 5),
      Buffer.alloc(0),
      Buffer.from('"\0\r\n$5\r\n'),
    ]) {
      const file = fileOf(newKey(), bytes)
      await store.put(file)
      const stored = await store.get(file.key)
      expect(await fetched(stored)).toEqual(withHash(file))
      expect(await fetched(stored)).toEqual(withHash(file))
    }
  })

  it('gives a failure back as one, until its time has come', async () => {
    using store = await open()
    const failure: Artifact = {
      kind: 'failure',
      key: newKey(),
      status: 503,
      message: 'Not now.',
      retryAt: Date.now() + 1_000,
    }
    await store.put(failure)
    expect(await store.get(failure.key)).toEqual(failure)
    await expect.poll(() => store.get(failure.key), { timeout: 3_000 }).toBeUndefined()
    expect(Date.now()).toBeGreaterThanOrEqual(failure.retryAt)
  })

  it('takes no failure of a status that clients are never told', async () => {
    using store = await open()
    const key = newKey()
    await store.put({ kind: 'failure', key, status: 200 as 503, message: 'Yes.', retryAt: Date.now() + 10_000 })
    await expect(store.get(key)).rejects.toThrow('status')
  })

  it('keeps a file that is there when another worker fails to make it', async () => {
    using store = await open()
    const file = fileOf(newKey(), Buffer.from('x'))
    await store.put(file)
    await store.put({ kind: 'failure', key: file.key, status: 503, message: 'Not now.', retryAt: Date.now() + 1_000 })
    expect(await fetched(await store.get(file.key))).toEqual(withHash(file))
  })

  it('knows which of many are there', async () => {
    using store = await open()
    const here = newKey()
    const there = newKey()
    await store.put(fileOf(here, Buffer.from('x')))
    expect(await store.existing([there, here])).toEqual([here])
    expect(await store.existing([])).toEqual([])
    expect(await store.get(there)).toBeUndefined()
  })

  it('announces a key once its artifact can be read', async () => {
    using store = await open()
    const early = newKey()
    const key = newKey()
    const listening = Promise.withResolvers<void>()
    const read = Promise.withResolvers<Artifact | undefined>()
    store.onAnnounced((announced) => {
      if (announced === early) listening.resolve()
      if (announced === key) store.get(key).then(read.resolve, read.reject)
    })
    // What is announced before the store listens goes by unheard. The last one may come when it is closed.
    const poke = setInterval(() => void store.put(fileOf(early, Buffer.from('x'))).catch(() => {}), 20)
    await listening.promise
    clearInterval(poke)
    await store.put(fileOf(key, Buffer.from('x')))
    expect(await read.promise).toMatchObject({ key })
  })
})

describe('files in Redis', () => {
  const sizeOf = (key: string): Promise<number> => server.connect().strlen(`maps:artifact:${key}`)

  it('are read in chunks, the next one once the last was taken, and never cut short without a word', async () => {
    using store = await openStore()
    const file = fileOf(newKey(), randomBytes(4 * CHUNK_BYTES))
    await store.put(file)
    const { bytes } = (await store.get(file.key)) as { bytes: RemoteBytes }
    const chunks = bytes[Symbol.asyncIterator]()
    expect((await chunks.next()).value.length).toBeLessThanOrEqual(bytes.bytesAtATime)
    await server.connect().del(`maps:artifact:${file.key}`)
    await expect(chunks.next()).rejects.toThrow('expired')
  })

  it('are never read half from one and half from another that took its place', async () => {
    using store = await openStore()
    const first = Buffer.alloc(4 * CHUNK_BYTES, 1)
    const second = Buffer.alloc(4 * CHUNK_BYTES, 2)
    const key = newKey()
    await store.put(fileOf(key, first))
    const { bytes } = (await store.get(key)) as { bytes: RemoteBytes }
    const chunks = bytes[Symbol.asyncIterator]()
    await chunks.next()
    await store.put(fileOf(key, second))
    await expect(chunks.next()).rejects.toThrow('another file took its place')
  })

  it('make room for the newer ones of their workspace, and are gone sooner where they are large', async () => {
    using store = await openStore()
    const files = Array.from({ length: 9 }, () => fileOf(newKey(), Buffer.alloc(8 * 1024 ** 2)))
    for (const file of files) await store.put({ ...file, workspaceId: 'busy' } as NewArtifact)
    const small = fileOf(newKey(), Buffer.from('x'))
    await store.put(small)
    const left = await Promise.all(files.map((it) => sizeOf(it.key)))
    expect(left.map((it) => it > 0)).toEqual([false, false, ...Array.from({ length: 7 }, () => true)])
    const [large, other] = await Promise.all(
      [files[8]!, small].map((it) => server.connect().pttl(`maps:artifact:${it.key}`)),
    )
    expect(large).toBeLessThan(other! / 5)
  })

  it('of a workspace that stores many push out none of another workspace', async () => {
    using store = await openStore()
    const first = fileOf(newKey(), Buffer.from('x'))
    await store.put({ ...first, workspaceId: 'quiet' } as NewArtifact)
    const size = 16 * 1024 ** 2
    for (let stored = 0; stored <= MAX_STORED_BYTES; stored += size) {
      await store.put({ ...fileOf(newKey(), Buffer.alloc(size)), workspaceId: 'noisy' } as NewArtifact)
    }
    expect(await sizeOf(first.key)).toBeGreaterThan(0)
  })
})

describe('a file that two renderers made, each with other bytes', () => {
  it.each([
    ['in Redis', () => openStore()],
    ['in a bucket', () => openStore(bucket.settings)],
  ])('%s has a hash of its own each time, and the bytes that it says', async (_, open) => {
    using store = await open()
    const key = newKey()
    await store.put(fileOf(key, Buffer.from('one')))
    const one = await store.get(key)
    await store.put(fileOf(key, Buffer.from('two')))
    const two = await store.get(key)
    for (const artifact of [one, two]) {
      const { bytes, sha256 } = (await fetched(artifact)) as NewArtifact & { bytes: Buffer; sha256: string }
      expect(sha256).toBe(hash('sha256', bytes))
    }
    expect(one).not.toEqual(two)
  })
})

describe('the renderer version of the workers', () => {
  it('is the one that started last, until its last worker has gone', async () => {
    using store = await openStore()
    expect(await store.currentRendererVersion()).toBeUndefined()
    await store.announceRendererVersion('old', true)
    await store.announceRendererVersion('new', true)
    await store.announceRendererVersion('old', false)
    expect(await store.currentRendererVersion()).toBe('new')
    const redis = server.connect()
    await redis.pexpire('maps:renderer-version', 1_000)
    await store.announceRendererVersion('old', false)
    expect(await redis.pttl('maps:renderer-version')).toBeLessThanOrEqual(1_000)
    await store.announceRendererVersion('new', false)
    expect(await redis.pttl('maps:renderer-version')).toBeGreaterThan(10_000)
    await redis.del('maps:renderer-version')
    await store.announceRendererVersion('old', false)
    expect(await store.currentRendererVersion()).toBe('old')
  })
})

describe('an artifact store with a bucket', () => {
  it('has the bytes there, and nothing but heads in Redis', async () => {
    using store = await openStore(bucket.settings)
    const file = fileOf(newKey(), randomBytes(300_000))
    await store.put(file)
    expect(await bucket.names()).toContain(hash('sha256', (file as { bytes: Buffer }).bytes))
    expect(await server.connect().strlen(`maps:artifact:${file.key}`)).toBeLessThan(1_000)
  })

  it('takes a file whose bytes are gone for one that was never made', async () => {
    using store = await openStore(bucket.settings)
    const file = fileOf(newKey(), Buffer.from('x'))
    await store.put(file)
    await bucket.clear()
    expect(await store.existing([file.key])).toEqual([file.key])
    expect(await store.get(file.key)).toBeUndefined()
    expect(await store.existing([file.key])).toEqual([])
  })

  it('can take the place of one without, and the other way round', async () => {
    using plain = await openStore()
    using withBucket = await openStore(bucket.settings)
    const files = [1, 2].map(() => fileOf(newKey(), Buffer.from('x')))
    await plain.put(files[0]!)
    await withBucket.put(files[1]!)
    expect(await withBucket.get(files[0]!.key)).toEqual(withHash(files[0]!))
    expect(await plain.get(files[1]!.key)).toBeUndefined()
    expect(await plain.existing(files.map((it) => it.key))).toEqual([files[0]!.key])
  })

  it('tells of no file that the bucket has not taken', async () => {
    using store = await openStore({ ...bucket.settings, BUCKET_SECRET_ACCESS_KEY: 'another' })
    const file = fileOf(newKey(), Buffer.from('x'))
    await expect(store.put(file)).rejects.toThrow('403 SignatureDoesNotMatch')
    expect(await store.existing([file.key])).toEqual([])
  })
})

it('ends without an uncaught error while it subscribes again to announcements', async () => {
  await using proxy = await startFaultProxy(server.url)
  using observer = Object.assign(new Redis(server.url), { [Symbol.dispose]: () => observer.disconnect() })
  const countSubscribers = async (): Promise<number> => Number((await observer.pubsub('NUMSUB', 'maps:artifacts'))[1])
  const uncaught = vi.fn<(error: unknown) => void>()
  process.on('unhandledRejection', uncaught)
  const store = openArtifactStore(throughProxy(server.url, proxy), log)
  store.onAnnounced(() => {})
  await vi.waitFor(async () => expect(await countSubscribers()).toBe(1))
  proxy.reset()
  await vi.waitFor(async () => expect(await countSubscribers()).toBe(0))
  proxy.delay({ toClient: 500 })
  await vi.waitFor(async () => expect(await countSubscribers()).toBe(1), { timeout: 5_000 })
  store.close()
  await sleep(100)
  process.off('unhandledRejection', uncaught)
  expect(uncaught).not.toHaveBeenCalled()
})
