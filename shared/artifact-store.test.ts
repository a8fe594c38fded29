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
  type RendererVersionRegistry,
  openArtifactStore,
  CHUNK_BYTES,
  FILE_TTL_MS,
} from './artifact-store.ts'
import { createBucket } from './bucket.ts'
import { createLogger } from './logger.ts'

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
): Promise<ArtifactStore & RendererVersionRegistry & Disposable> {
  const store = openArtifactStore(server.url, log, settings && createBucket(settings))
  await vi.waitFor(() => store.get('none'), { timeout: 10_000 })
  return { ...store, [Symbol.dispose]: () => store.close() }
}

type NewFile = Extract<NewArtifact, { kind: 'file' }>

const newKey = (): string => randomBytes(32).toString('hex')
const newFile = (bytes = Buffer.from('x'), file: Partial<NewFile> = {}): NewFile => {
  const own = { kind: 'file', key: newKey(), workspaceId: 'w', mapId: 'm', format: 'png' } as const
  return { ...own, scale: { asked: 4, used: 2.5 }, bytes, ...file }
}
/** The file as the store returns it. */
const withHash = (file: NewFile) => ({ ...file, sha256: hash('sha256', file.bytes) })

/** A stored artifact with its bytes in memory. */
async function loaded(artifact: Artifact | undefined) {
  if (artifact?.kind !== 'file' || Buffer.isBuffer(artifact.bytes)) return artifact
  const bytes = Buffer.concat(await Array.fromAsync(artifact.bytes))
  expect(artifact.bytes).toHaveLength(bytes.length)
  return { ...artifact, bytes }
}

const unavailable = { kind: 'failure', status: 503, message: 'Not now.' } as const

describe.each([
  ['in Redis', () => openStore()],
  ['with a bucket', () => openStore(bucket.settings)],
])('the artifact store %s', (_, open) => {
  it('returns a file byte for byte, with its metadata', async () => {
    using store = await open()
    const random = [randomBytes(300_000), randomBytes(3 * CHUNK_BYTES + 5)]
    for (const bytes of [...random, Buffer.alloc(0), Buffer.from('"\0\r\n$5\r\n')]) {
      const file = newFile(bytes)
      await store.put(file)
      const stored = await store.get(file.key)
      expect(await loaded(stored)).toEqual(withHash(file))
      expect(await loaded(stored)).toEqual(withHash(file))
    }
  })

  it('returns a failure until its retry time', async () => {
    using store = await open()
    const failure = { ...unavailable, key: newKey(), retryInMs: 1_000 }
    const storedAt = performance.now()
    await store.put(failure)
    const read = await store.get(failure.key)
    expect(read).toEqual({ ...failure, retryInMs: expect.any(Number) })
    expect(read?.kind === 'failure' && read.retryInMs).toBeLessThanOrEqual(1_000)
    await expect.poll(() => store.get(failure.key), { timeout: 3_000 }).toBeUndefined()
    expect(performance.now() - storedAt).toBeGreaterThanOrEqual(999)
  })

  it('refuses a failure with a status that no response has', async () => {
    using store = await open()
    const key = newKey()
    await store.put({ kind: 'failure', key, status: 200 as 503, message: 'Yes.', retryInMs: 10_000 })
    await expect(store.get(key)).rejects.toThrow('status')
  })

  it('keeps a stored file when another worker fails to make it', async () => {
    using store = await open()
    const file = newFile()
    await store.put(file)
    await store.put({ ...unavailable, key: file.key, retryInMs: 1_000 })
    expect(await loaded(await store.get(file.key))).toEqual(withHash(file))
  })

  it('knows which of many artifacts exist', async () => {
    using store = await open()
    const [stored, missing] = [newKey(), newKey()]
    await store.put(newFile(undefined, { key: stored }))
    expect(await store.filterExisting([missing, stored])).toEqual([stored])
    expect(await store.filterExisting([])).toEqual([])
    expect(await store.get(missing)).toBeUndefined()
  })

  it('has the hash of its own bytes for each of two different files under one key', async () => {
    using store = await open()
    const key = newKey()
    const artifacts: (Artifact | undefined)[] = []
    for (const text of ['one', 'two']) {
      await store.put(newFile(Buffer.from(text), { key }))
      artifacts.push(await store.get(key))
    }
    for (const artifact of artifacts) {
      const { bytes, sha256 } = (await loaded(artifact)) as { bytes: Buffer; sha256: string }
      expect(sha256).toBe(hash('sha256', bytes))
    }
    expect(artifacts[0]).not.toEqual(artifacts[1])
  })

  it('announces a key once its artifact can be read', async () => {
    using store = await open()
    const [early, key] = [newKey(), newKey()]
    const listening = Promise.withResolvers<void>()
    const read = Promise.withResolvers<Artifact | undefined>()
    store.onAnnounced((announced) => {
      if (announced === early) listening.resolve()
      if (announced === key) store.get(key).then(read.resolve, read.reject)
    })
    // Announcements before the store listens are lost. The last one may come after the store is closed.
    const poke = setInterval(() => void store.put(newFile(undefined, { key: early })).catch(() => {}), 20)
    await listening.promise
    clearInterval(poke)
    await store.put(newFile(undefined, { key }))
    expect(await read.promise).toMatchObject({ key })
  })
})

describe('files in Redis', () => {
  const sizeOf = (key: string): Promise<number> => server.connect().strlen(`maps:artifact:${key}`)

  it('has a file of one chunk in memory, so that it can be kept, and reads a larger one on demand', async () => {
    using store = await openStore()
    const isInMemory = async (length: number): Promise<boolean> => {
      const file = newFile(randomBytes(length))
      await store.put(file)
      const stored = await store.get(file.key)
      return stored?.kind === 'file' && Buffer.isBuffer(stored.bytes)
    }
    expect([await isInMemory(CHUNK_BYTES), await isInMemory(CHUNK_BYTES + 1)]).toEqual([true, false])
  })

  it('hold nothing before their reader takes the first chunk', async () => {
    using store = await openStore()
    const file = newFile(randomBytes(2 * CHUNK_BYTES))
    await store.put(file)
    const { bytes } = (await store.get(file.key)) as { bytes: RemoteBytes }
    await server.connect().del(`maps:artifact:${file.key}`)
    await expect(bytes[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('expired'),
    })
  })

  it('are read chunk by chunk on demand, and fail when they expire meanwhile', async () => {
    using store = await openStore()
    const file = newFile(randomBytes(4 * CHUNK_BYTES))
    await store.put(file)
    const { bytes } = (await store.get(file.key)) as { bytes: RemoteBytes }
    const chunks = bytes[Symbol.asyncIterator]()
    expect((await chunks.next()).value.length).toBeLessThanOrEqual(bytes.bytesAtATime)
    await server.connect().del(`maps:artifact:${file.key}`)
    await expect(chunks.next()).rejects.toThrow('expired')
  })

  it('are read to their end, also by a client that takes the first chunk just before they expire', async () => {
    using store = await openStore()
    const file = newFile(randomBytes(2 * CHUNK_BYTES))
    await store.put(file)
    await server.connect().pexpire(`maps:artifact:${file.key}`, 1_000)
    const { bytes } = (await store.get(file.key)) as { bytes: RemoteBytes }
    const chunks = bytes[Symbol.asyncIterator]()
    await chunks.next()
    await sleep(1_100)
    expect((await chunks.next()).value.length).toBeGreaterThan(0)
  })

  it('are never read in part from one file and in part from its replacement', async () => {
    using store = await openStore()
    const file = newFile(Buffer.alloc(4 * CHUNK_BYTES, 1))
    await store.put(file)
    const { bytes } = (await store.get(file.key)) as { bytes: RemoteBytes }
    const chunks = bytes[Symbol.asyncIterator]()
    await chunks.next()
    await store.put({ ...file, bytes: Buffer.alloc(4 * CHUNK_BYTES, 2) })
    await expect(chunks.next()).rejects.toThrow('another file took its place')
  })

  it('are read without a pause while Redis is a replica and its address leads nowhere else', async () => {
    using store = await openStore()
    const admin = server.connect()
    const file = newFile(randomBytes(4 * CHUNK_BYTES))
    await store.put(file)
    const connections = async () => Number(/total_connections_received:(\d+)/.exec(await admin.info('stats'))![1])
    const before = await connections()
    await admin.replicaof('127.0.0.1', 1)
    try {
      // Each look for another server is a connection.
      while ((await connections()) < before + 2) expect(await loaded(await store.get(file.key))).toEqual(withHash(file))
      await expect(store.put(newFile())).rejects.toThrow('READONLY')
    } finally {
      await admin.replicaof('NO', 'ONE')
    }
    await store.put(newFile())
  }, 30_000)

  it('make room for newer files of their workspace, and expire sooner where they are large', async () => {
    using store = await openStore()
    const files = Array.from({ length: 9 }, () => newFile(Buffer.alloc(8 * 1024 ** 2), { workspaceId: 'busy' }))
    for (const file of files) await store.put(file)
    const small = newFile()
    await store.put(small)
    const left = await Promise.all(files.map((it) => sizeOf(it.key)))
    expect(left.map((it) => it > 0)).toEqual([false, false, ...Array<boolean>(7).fill(true)])
    const ttlOf = (file: NewFile): Promise<number> => server.connect().pttl(`maps:artifact:${file.key}`)
    const [large, other] = await Promise.all([ttlOf(files[8]!), ttlOf(small)])
    expect(large).toBeLessThan(other / 5)
  })

  it('of a workspace that stores many displace none of another workspace', async () => {
    using store = await openStore()
    const first = newFile(undefined, { workspaceId: 'quiet' })
    await store.put(first)
    const size = 16 * 1024 ** 2
    for (let stored = 0; stored <= 256 * 1024 ** 2; stored += size) {
      await store.put(newFile(Buffer.alloc(size), { workspaceId: 'noisy' }))
    }
    expect(await sizeOf(first.key)).toBeGreaterThan(0)
  })
})

describe('the renderer version of the workers', () => {
  it('is the one that started last, until its last worker has stopped', async () => {
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

  it('is known without a worker for as long as its files are kept', async () => {
    using store = await openStore()
    await store.announceRendererVersion('new', true)
    const redis = server.connect()
    await redis.del('maps:renderer-version')
    expect(await store.currentRendererVersion()).toBe('new')
    expect(await redis.pttl('maps:renderer-version:last')).toBeGreaterThan(FILE_TTL_MS - 60_000)
  })
})

describe('an artifact store with a bucket', () => {
  it('keeps the bytes in the bucket, and only metadata in Redis', async () => {
    using store = await openStore(bucket.settings)
    const file = newFile(randomBytes(300_000))
    await store.put(file)
    expect(await bucket.objectKeys()).toContain(hash('sha256', file.bytes))
    expect(await server.connect().strlen(`maps:artifact:${file.key}`)).toBeLessThan(1_000)
  })

  it('treats a file whose bytes are missing as not stored', async () => {
    using store = await openStore(bucket.settings)
    const file = newFile()
    await store.put(file)
    await bucket.clear()
    expect(await store.filterExisting([file.key])).toEqual([file.key])
    expect(await store.get(file.key)).toBeUndefined()
    expect(await store.filterExisting([file.key])).toEqual([])
  })

  it('can replace one without a bucket, and be replaced by it', async () => {
    using plain = await openStore()
    using withBucket = await openStore(bucket.settings)
    const [inRedis, inBucket] = [newFile(), newFile()]
    await plain.put(inRedis)
    await withBucket.put(inBucket)
    expect(await withBucket.get(inRedis.key)).toEqual(withHash(inRedis))
    expect(await plain.get(inBucket.key)).toBeUndefined()
    expect(await plain.filterExisting([inRedis.key, inBucket.key])).toEqual([inRedis.key])
  })

  it('lists no file that the bucket has refused', async () => {
    using store = await openStore({ ...bucket.settings, BUCKET_SECRET_ACCESS_KEY: 'another' })
    const file = newFile()
    await expect(store.put(file)).rejects.toThrow('403 SignatureDoesNotMatch')
    expect(await store.filterExisting([file.key])).toEqual([])
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
  await expect.poll(countSubscribers).toBe(1)
  proxy.refuseConnections()
  proxy.resetConnections()
  await expect.poll(countSubscribers).toBe(0)
  await proxy.restore()
  proxy.delay({ toClient: 500 })
  await expect.poll(countSubscribers).toBe(1)
  store.close()
  await sleep(100)
  process.off('unhandledRejection', uncaught)
  expect(uncaught).not.toHaveBeenCalled()
})
