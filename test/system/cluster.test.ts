import { randomUUID } from 'node:crypto'
import { createLogger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeDeadLetter } from '../../services/render-worker/crash-guard.ts'
import { startRedisCluster, type TestRedisCluster } from '../rig/redis-cluster.ts'
import { monitorCommands, type MonitoredCommand } from '../rig/redis-monitor.ts'
import { startSystem } from '../rig/system.ts'
import { shop } from './shop.ts'

let cluster: TestRedisCluster

beforeAll(async () => void (cluster = await startRedisCluster()))
afterAll(() => cluster[Symbol.asyncDispose]())

const commandName = ({ command }: MonitoredCommand): string => String(command[0]).toLowerCase()

/** Keys of a command, those inside its script among them. */
async function keysOf({ command, inner }: MonitoredCommand): Promise<string[]> {
  const keys = await Promise.all([command, ...inner].map((it) => cluster.keysOf(it)))
  return [...new Set(keys.flat())]
}

/** Keys of each command whose keys are in several slots. */
async function crossSlotKeys(heard: readonly MonitoredCommand[]): Promise<string[][]> {
  const found = await Promise.all(heard.map((it) => keysOf(it)))
  const slots = await Promise.all(found.map((keys) => Promise.all(keys.map((it) => cluster.slotOf(it)))))
  return found.filter((_, index) => new Set(slots[index]).size > 1)
}

/** Sends commands to the cluster, but for blocking ones. @returns its errors */
async function clusterErrors(heard: readonly MonitoredCommand[]): Promise<string[]> {
  const errors: string[] = []
  for (const { command } of heard.filter((it) => !commandName(it).startsWith('b'))) {
    const [key] = await cluster.keysOf(command)
    if (key === undefined) continue
    const response = await cluster.send(await cluster.slotOf(key), command).catch((error: Error) => error)
    // After NOSCRIPT, the client sent the whole script, which comes next.
    if (response instanceof Error && !response.message.startsWith('NOSCRIPT')) errors.push(response.message)
  }
  return errors
}

/** Records the Redis commands of gateway and worker for an export that is made, cached, refused or a dead letter. */
async function hearExports(): Promise<readonly MonitoredCommand[]> {
  await using system = await startSystem()
  const connection = { connectionName: 'test', commandTimeout: 2_000, what: 'test' }
  const redis = openRedis(system.redisUrl, connection, createLogger('test', 'silent'))
  await new Promise((resolve) => redis.once('ready', resolve))
  // The clients then send each script in full.
  await redis.script('FLUSH')
  const listener = await monitorCommands(redis)
  const client = await system.createWorkspace({ plan: 'pro' })
  const { id } = await client.createMap(shop)
  for (const format of ['markdown', 'notion', 'markdown'] as const) {
    expect((await client.exportMap(id, format)).status).toBe(200)
  }
  expect((await client.exportMap(id, 'notion', { part: '1000' })).status).toBe(400)

  const job = { key: '0'.repeat(64), format: 'png', workspaceId: randomUUID(), mapId: id } as const
  const apiUrl = system.gateways[0]!.url
  const crashes = { crashes: 3, since: Date.now() }
  await writeDeadLetter(redis, { ...job, options: {}, map: '{}', apiUrl, deadline: Date.now() }, crashes)
  listener.stop()
  redis.disconnect()
  return listener.commands
}

describe('in a Redis Cluster', () => {
  it('the keys of every command and of every script are in one slot', { timeout: 120_000 }, async ({ annotate }) => {
    const heard = await hearExports()
    const scripts = heard.filter((it) => it.inner.length > 0)
    for (const kind of [':slots', ':dead-letters', 'maps:artifact:', 'maps:limit']) {
      const found = heard.filter((it) => [it.command, ...it.inner].some((words) => words.join(' ').includes(kind)))
      expect(found.length, kind).toBeGreaterThan(0)
    }
    expect(heard.filter((it) => commandName(it) === 'multi')).toEqual([])

    expect(await crossSlotKeys(heard)).toEqual([])
    expect(await clusterErrors(heard)).toEqual([])
    const figures = `${heard.length} commands, ${scripts.length} of them scripts, 0 with keys in two slots`
    await annotate(figures, 'measured')
  })

  it('keys in two slots are found, also where only a script names them', async () => {
    const plain = { command: ['MSET', 'maps:artifact:a', '1', 'maps:artifact:b', '2'], inner: [] }
    const hidden = { command: ['EVAL', 'return 1', '1', '{maps}:a'], inner: [['DEL', 'maps:b']] }
    const fine = { command: ['MSET', '{maps}:a', '1', '{maps}:b', '2'], inner: [] }
    expect(await crossSlotKeys([plain, hidden, fine])).toEqual([
      ['maps:artifact:a', 'maps:artifact:b'],
      ['{maps}:a', 'maps:b'],
    ])
    expect(await clusterErrors([plain, fine])).toEqual([expect.stringContaining('CROSSSLOT')])
  })
})
