import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import account from '@20minutes/s3rver/lib/models/account.js'
import type { BucketSettings } from '@maps/shared/bucket'
import { type FaultProxy, startFaultProxy, throughProxy } from './fault-proxy.ts'

/** An empty bucket of a storage that checks who asks. */
export interface TestBucket extends AsyncDisposable {
  /** Settings of a service that uses it. */
  settings: Required<{ [Name in keyof BucketSettings]: string }>
  /** Names of the objects in it. */
  names(): Promise<string[]>
  /** Removes all objects. */
  clear(): Promise<void>
  /** Bytes that it has sent so far. */
  sentBytes(): number
  /** The proxy in front of it. */
  proxy: FaultProxy
}

const NAME = 'maps'
const OBJECT = '._S3rver_object'

/** @20minutes/s3rver in this process: it checks signatures (version 4), but not whether a body has the hash that was signed. */
export async function startTestBucket(): Promise<TestBucket> {
  await using parts = new AsyncDisposableStack()
  const id = randomBytes(10).toString('hex')
  const secret = randomBytes(20).toString('hex')
  account.DUMMY_ACCOUNT.createKeyPair(id, secret)
  const directory = parts.adopt(await mkdtemp(join(tmpdir(), 'maps-s3-')), (it) => rm(it, { recursive: true }))
  const terms = { address: '127.0.0.1', port: 0, directory, silent: true, vhostBuckets: false }
  const storage = new S3rver({ ...terms, configureBuckets: [{ name: NAME }] })
  const { port } = await storage.run()
  const server = storage.httpServer
  parts.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const sentBytes = countSent(server)
  const url = `http://127.0.0.1:${port}/${NAME}`
  const proxy = parts.use(await startFaultProxy(url))
  const folder = join(directory, NAME)
  const owned = parts.move()
  return {
    settings: {
      BUCKET_URL: throughProxy(url, proxy),
      BUCKET_REGION: 'eu-north-1',
      BUCKET_ACCESS_KEY_ID: id,
      BUCKET_SECRET_ACCESS_KEY: secret,
    },
    async names() {
      const files = await readdir(folder)
      return files.filter((it) => it.endsWith(OBJECT)).map((it) => it.slice(0, -OBJECT.length))
    },
    async clear() {
      for (const it of await readdir(folder)) if (it.includes(OBJECT)) await rm(join(folder, it))
    },
    sentBytes,
    proxy,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function countSent(server: S3rver['httpServer']): () => number {
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
