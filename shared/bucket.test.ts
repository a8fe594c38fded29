import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestBucket, type TestBucket } from '../test/rig/s3.ts'
import { startServer } from '../test/rig/http-server.ts'
import { type Bucket, bucketRules, bucketSettings, createBucket } from './bucket.ts'
import { readConfig } from './config.ts'
import { Unavailable } from './errors.ts'

const MEGABYTE = 1_048_576
let storage: TestBucket
let bucket: Bucket

beforeAll(async () => void (storage = await startTestBucket()))
beforeEach(() => void (bucket = createBucket(storage.settings)!))
afterAll(() => storage[Symbol.asyncDispose]())

async function millisecondsOf(work: Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work.catch(() => {})
  return performance.now() - started
}

describe('a bucket', () => {
  it('has its access key in all settings that can be read, and is undefined without an address', () => {
    const read = (env: Readonly<Record<string, string>>) =>
      createBucket(readConfig(z.object(bucketSettings).check(...bucketRules), env))
    const { BUCKET_URL, BUCKET_ACCESS_KEY_ID, BUCKET_SECRET_ACCESS_KEY, ...region } = storage.settings
    expect(read({})).toBeUndefined()
    expect(read({ BUCKET_ACCESS_KEY_ID, ...region })).toBeUndefined()
    expect(read({ BUCKET_URL, BUCKET_ACCESS_KEY_ID, BUCKET_SECRET_ACCESS_KEY })).toBeDefined()
    expect(() => read({ BUCKET_URL, BUCKET_ACCESS_KEY_ID })).toThrow(/ BUCKET_SECRET_ACCESS_KEY: must be set/)
    expect(() => read({ BUCKET_URL, BUCKET_SECRET_ACCESS_KEY })).toThrow(/ BUCKET_ACCESS_KEY_ID: must be set/)
    expect(() => read({ BUCKET_URL })).toThrow(/ BUCKET_ACCESS_KEY_ID: .*\n *BUCKET_SECRET_ACCESS_KEY: /)
  })

  it('has an object only where its length is the expected one', async () => {
    await bucket.put('a', Buffer.from('four'))
    expect(await bucket.has('a', 4)).toBe(true)
    expect(await bucket.has('a', 5)).toBe(false)
    expect(await bucket.has('b', 4)).toBe(false)
  })

  it('fails to read an object that is missing or of another length', async () => {
    await bucket.put('a', Buffer.from('four'))
    await expect(bucket.read('gone', 4).next()).rejects.toThrow(Unavailable)
    await expect(bucket.read('a', 5).next()).rejects.toThrow(Unavailable)
    expect(Buffer.concat(await Array.fromAsync(bucket.read('a', 4))).toString()).toBe('four')
  })
})

describe('the trial of a bucket', () => {
  it('passes where an object is taken and given back', async () => {
    await bucket.checkWrites()
    expect(await bucket.has('trial', 5)).toBe(true)
  })

  it.each(['PUT', 'GET'])(
    'fails with a key that may not %s, which a look at the bucket does not find',
    async (method) => {
      await using server = await startServer((request, response) => {
        response.statusCode = request.method === method ? 403 : 200
        request.resume().on('end', () => response.end(request.method === method ? '<Code>AccessDenied</Code>' : ''))
      })
      const refusing = createBucket({ ...storage.settings, BUCKET_URL: `${server.url}/maps` })!
      expect(await refusing.isReachable()).toBe(true)
      await expect(refusing.checkWrites()).rejects.toThrow(`the bucket answered ${method} with 403 AccessDenied`)
    },
  )
})

describe('a bucket whose response is not read', () => {
  it('has its connection closed', async () => {
    let closed = 0
    await using server = await startServer((_request, response) => {
      response.on('close', () => closed++)
      // Never ends, and has another length than the object.
      response.writeHead(200, { 'Content-Length': MEGABYTE }).write('x')
    })
    const endless = createBucket({ ...storage.settings, BUCKET_URL: `${server.url}/maps` })!
    expect(await endless.isReachable()).toBe(true)
    await expect(endless.read('a', 4).next()).rejects.toThrow(Unavailable)
    // Only the client can end the connection of the read.
    await expect.poll(() => closed, { timeout: 10_000 }).toBe(2)
  })
})

describe('a bucket that does not respond', () => {
  it('delays exports by seconds, and after some failures not at all', async () => {
    await bucket.put('a', Buffer.from('four'))
    storage.proxy.stall()
    const waited = await Promise.all([1, 2, 3].map(() => millisecondsOf(bucket.has('a', 4))))
    expect(Math.min(...waited)).toBeGreaterThan(2_900)
    expect(Math.max(...waited)).toBeLessThan(6_000)
    await expect(bucket.has('a', 4)).rejects.toThrow('several times in a row')
    await expect(bucket.put('a', Buffer.from('four'))).rejects.toThrow('several times in a row')
    await expect(bucket.read('a', 4).next()).rejects.toThrow(Unavailable)

    await storage.proxy.restore()
    await expect.poll(() => bucket.has('a', 4).catch(() => undefined), { timeout: 5_000 }).toBe(true)
    expect(await Promise.all([1, 2, 3].map(() => bucket.has('a', 4)))).toEqual([true, true, true])
  })

  it('in the middle of an object fails the read, but waits for a slow reader', async () => {
    const bytes = randomBytes(16 * MEGABYTE)
    await bucket.put('large', bytes)
    storage.proxy.throttle(MEGABYTE)
    const chunks = bucket.read('large', bytes.length)
    await chunks.next()
    await sleep(4_000)
    expect((await chunks.next()).done).toBe(false)

    storage.proxy.stall()
    await expect(Array.fromAsync(chunks)).rejects.toThrow(Unavailable)
    await storage.proxy.restore()
  })
})
