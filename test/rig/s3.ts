import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import account from '@20minutes/s3rver/lib/models/account.js'
import type { BucketSettings } from '@maps/shared/bucket'
import { type FaultProxy, startFaultProxy, throughProxy } from './fault-proxy.ts'

/** A bucket of an S3 server that checks request signatures. */
export interface TestBucket extends AsyncDisposable {
  /** Settings for a service that uses the bucket. */
  settings: Required<{ [Name in keyof BucketSettings]: string }>
  objectKeys(): Promise<string[]>
  /** Deletes all objects. */
  clear(): Promise<void>
  /** Bytes that the server has sent so far. */
  sentBytes(): number
  /** The fault proxy in front of the server. */
  proxy: FaultProxy
}

const BUCKET = 'maps'
const OBJECT_SUFFIX = '._S3rver_object'

/** Starts @20minutes/s3rver in this process with an empty bucket. It checks signatures (version 4), but no body hashes. */
export async function startTestBucket(): Promise<TestBucket> {
  await using parts = new AsyncDisposableStack()
  const id = randomBytes(10).toString('hex')
  const secret = randomBytes(20).toString('hex')
  account.DUMMY_ACCOUNT.createKeyPair(id, secret)
  const directory = parts.adopt(await mkdtemp(join(tmpdir(), 'maps-s3-')), (it) => rm(it, { recursive: true }))
  const options = { address: '127.0.0.1', port: 0, directory, silent: true, vhostBuckets: false }
  const storage = new S3rver({ ...options, configureBuckets: [{ name: BUCKET }] })
  const { port } = await storage.run()
  const server = storage.httpServer
  parts.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${port}/${BUCKET}`
  const proxy = parts.use(await startFaultProxy(url))
  const folder = join(directory, BUCKET)
  const owned = parts.move()
  return {
    settings: {
      BUCKET_URL: throughProxy(url, proxy),
      BUCKET_REGION: 'eu-north-1',
      BUCKET_ACCESS_KEY_ID: id,
      BUCKET_SECRET_ACCESS_KEY: secret,
    },
    async objectKeys() {
      const files = await readdir(folder)
      return files.filter((it) => it.endsWith(OBJECT_SUFFIX)).map((it) => it.slice(0, -OBJECT_SUFFIX.length))
    },
    async clear() {
      for (const file of await readdir(folder)) if (file.includes(OBJECT_SUFFIX)) await rm(join(folder, file))
    },
    sentBytes: countSentBytes(server),
    proxy,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function countSentBytes(server: S3rver['httpServer']): () => number {
  let sent = 0
  const open = new Set<{ bytesWritten: number }>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => {
      open.delete(socket)
      sent += socket.bytesWritten
    })
  })
  return () => [...open].reduce((sum, it) => sum + it.bytesWritten, sent)
}
