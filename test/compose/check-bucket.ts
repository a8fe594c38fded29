import assert from 'node:assert/strict'
import type { Demo } from './check-exports.ts'
import type { Checks } from './checks.ts'
import { docker, root } from './docker.ts'
import { findEgressRoute, runInContainer } from './probes.ts'
import { composeFiles, type Stack } from './stack.ts'

const bucket = { name: 'maps', id: 'compose-test', secret: 'compose-test-secret' }

/** Checks that finished files can be in a bucket outside of the stack's internal networks. */
export async function checkBucket(stack: Stack, { token, mapId }: Demo, { check }: Checks): Promise<void> {
  await using storage = await startStorage(stack)
  stack.configure({
    COMPOSE_FILE: composeFiles.withBucket,
    BUCKET_URL: `http://storage:9000/${bucket.name}`,
    BUCKET_ACCESS_KEY_ID: bucket.id,
    BUCKET_SECRET_ACCESS_KEY: bucket.secret,
  })
  await check('comes up with a bucket', async () => {
    // A worker is not healthy before it can write to its bucket.
    await stack.create()
    await storage.connect()
    await stack.up()
  })
  await check('gives workers the way to it', async () => {
    assert.equal(await runInContainer(stack, 'render-worker', findEgressRoute, []), 'found')
  })
  await check('keeps finished files in it', async () => {
    const client = await stack.createClient(token)
    const { status, bytes } = await client('GET', `/maps/${mapId}/export/png?scale=3`)
    assert.equal(status, 200, bytes.toString())
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
    assert.ok((await storage.objectCount()) > 0, 'the bucket is empty')
  })
}

/** Starts an S3 server in a container of its own. */
async function startStorage({ project }: Stack) {
  const name = `${project}-storage`
  const program = ['node', 'test/compose/s3-server.ts', bucket.name, bucket.id, bucket.secret]
  // What a killed run has left.
  await docker(['rm', '--force', name])
  const checkout = ['--volume', `${root}:/app:ro`, '--workdir', '/app']
  await docker(['run', '--rm', '--detach', '--init', '--name', name, ...checkout, 'node:24-trixie-slim', ...program])
  return {
    /** Connects it to the networks of gateways and workers that have a way out. */
    async connect() {
      for (const network of ['public', 'bucket']) {
        await docker(['network', 'connect', '--alias', 'storage', `${project}_${network}`, name])
      }
    },
    async objectCount() {
      const files = await docker(['exec', name, 'ls', `/tmp/${bucket.name}`])
      return files.split('\n').filter((it) => it.endsWith('._S3rver_object')).length
    },
    async [Symbol.asyncDispose]() {
      await docker(['rm', '--force', name])
    },
  }
}
