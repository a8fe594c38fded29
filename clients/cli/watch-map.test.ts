import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { startScriptedServer, type Reply } from '../../test/rig/scripted-server.ts'
import { createClient, NotFoundError } from '../typescript/index.ts'
import type { Context } from './context.ts'
import { watchMap } from './watch-map.ts'

it('a watched map outlives an absence of the service, which is told once, and ends with the map', async () => {
  const tea = { id: 'm1', name: 'Tea', isPublic: false, nodes: [], edges: [] }
  const changed: Reply = { headers: { ETag: '"v2"' }, json: { map: tea } }
  await using server = await startScriptedServer('no response', { status: 503 }, changed, { status: 404 })
  const maps = createClient({ baseUrl: `${server.url}/api/v1`, token: 'token', retries: 0 })
  const stderr = new PassThrough()
  const context: Context = {
    env: {},
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr,
    signal: new AbortController().signal,
  }
  const seen: unknown[] = []
  const watching = watchMap(maps, { id: 'm1', etag: '"v1"' }, context, async (map) => void seen.push(map))
  await expect(watching).rejects.toThrow(NotFoundError)
  expect(seen).toMatchObject([{ name: 'Tea', etag: '"v2"' }])
  expect(server.requests.map((it) => it.headers['if-none-match'])).toEqual(['"v1"', '"v1"', '"v1"', '"v2"'])
  const lines = (await text(stderr.end())).split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^The service cannot be reached: .* Trying again until it answers\.$/),
    'The service answers again.',
    '',
  ])
})
