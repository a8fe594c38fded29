import assert from 'node:assert/strict'
import { exportFormatTable, exportFormats } from '@maps/shared/export-job'
import { demoMap } from '../../infra/local/demo-map.ts'
import type { Checks } from './checks.ts'
import { type Client, createClient } from './client.ts'
import type { Stack } from './stack.ts'

/** A map in the running stack, and a client that may read it. */
export interface Demo {
  client: Client
  mapId: string
}

const WORKERS = 3
const PICTURES = 24
const AT_A_TIME = 12

/** What an operator and then a client do first. Answers undefined where one of them could not. */
export async function createDemo(stack: Stack, { check }: Checks): Promise<Demo | undefined> {
  let demo: Demo | undefined
  await check('gives a workspace, a token and a map', async () => {
    const admin = (...args: string[]) => stack.exec('gateway', ['node', 'services/gateway/admin.ts', ...args])
    await admin('workspace', 'create', 'smoke', '--plan', 'pro')
    const client = createClient(stack.url, await admin('token', 'create', '--workspace', 'smoke', '--name', 'test'))
    demo = { client, mapId: await createMap(client, demoMap.name) }
  })
  return demo
}

/** Every format, through gateway, queue, worker and back. */
export async function checkExports({ client, mapId }: Demo, { check }: Checks): Promise<void> {
  for (const format of exportFormats) {
    await check(`exports ${format}`, async () => {
      const { status, contentType, bytes } = await client('GET', `/maps/${mapId}/export/${format}`)
      assert.equal(status, 200, bytes.toString())
      assert.equal(contentType, exportFormatTable[format].contentType)
      if (format === 'png') assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
      else assert.ok(bytes.includes(demoMap.name), 'the name of the map is not in it')
    })
  }
}

/** As many workers as are asked for, all of which get work. */
export async function checkScaling(stack: Stack, { client }: Demo, { check }: Checks): Promise<void> {
  await check(`comes to ${WORKERS} render workers`, () => stack.up('--scale', `render-worker=${WORKERS}`))
  await check(`shares ${PICTURES} pictures among them`, async () => {
    const before = await countExports(stack)
    await exportPictures(client)
    const after = await countExports(stack)
    const shares = [...after].map(([name, count]) => count - (before.get(name) ?? 0))
    assert.equal(shares.length, WORKERS)
    assert.ok(
      shares.every((it) => it > 0),
      `shares were ${shares.join(', ')}`,
    )
  })
}

async function exportPictures(client: Client): Promise<void> {
  const names = Array.from({ length: PICTURES }, (_, index) => `Picture ${index + 1}`)
  const next = names.values()
  const take = async (): Promise<void> => {
    for (const name of next) {
      const { status, bytes } = await client('GET', `/maps/${await createMap(client, name)}/export/png`)
      assert.equal(status, 200, bytes.toString())
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, take))
}

async function createMap(client: Client, name: string): Promise<string> {
  const { status, bytes } = await client('POST', '/maps', { ...demoMap, name })
  assert.equal(status, 201, bytes.toString())
  const { map } = JSON.parse(bytes.toString()) as { map: { id: string } }
  return map.id
}

/** Files made so far, by container. */
async function countExports(stack: Stack): Promise<Map<string, number>> {
  const logs = await stack.logs('render-worker')
  return new Map([...logs].map(([name, log]) => [name, log.split('"msg":"export"').length - 1]))
}
