import assert from 'node:assert/strict'
import { fileFormatTable, exportFormats } from '@maps/shared/file-formats'
import { demoMap } from '../../infra/local/demo-map.ts'
import type { Checks } from './checks.ts'
import type { Client } from './client.ts'
import type { Stack } from './stack.ts'

/** A map in the running stack, with a token and a client of its workspace. */
export interface Demo {
  token: string
  client: Client
  mapId: string
}

/** Creates a workspace, a token and a map. @returns undefined where that fails */
export async function createDemo(stack: Stack, { check }: Checks): Promise<Demo | undefined> {
  let demo: Demo | undefined
  await check('gives a workspace, a token and a map', async () => {
    await stack.admin('workspace', 'create', 'smoke', '--plan', 'pro')
    const token = await stack.admin('token', 'create', '--workspace', 'smoke', '--name', 'test')
    const client = await stack.createClient(token)
    demo = { token, client, mapId: await createMap(client) }
  })
  return demo
}

/** Exports the map in every format. */
export async function checkExports({ client, mapId }: Demo, { check }: Checks): Promise<void> {
  for (const format of exportFormats) {
    await check(`exports ${format}`, async () => {
      const { status, contentType, bytes } = await client('GET', `/maps/${mapId}/export/${format}`)
      assert.equal(status, 200, bytes.toString())
      assert.equal(contentType, fileFormatTable[format].contentType)
      if (format === 'png') assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
      else assert.ok(bytes.includes(demoMap.name), 'the name of the map is not in it')
    })
  }
}

async function createMap(client: Client): Promise<string> {
  const { status, bytes } = await client('POST', '/maps', demoMap)
  assert.equal(status, 201, bytes.toString())
  const { map } = JSON.parse(bytes.toString()) as { map: { id: string } }
  return map.id
}
