import { randomUUID } from 'node:crypto'
import { createLogger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeDeadLetter } from '../../services/render-worker/crash-guard.ts'
import { startRedisCluster, type TestRedisCluster } from '../rig/redis-cluster.ts'
import { hearCommands, type HeardCommand } from '../rig/redis-commands.ts'
import { startSystem } from '../rig/system.ts'
import { shop } from './shop.ts'

let cluster: TestRedisCluster

beforeAll(async () => void (cluster = await startRedisCluster()))
afterAll(() => cluster[Symbol.asyncDispose]())

const nameOf = ({ command }: HeardCommand): string => String(command[0]).toLowerCase()

/** The keys that a command touches, those that only its script names among them. */
async function keysOf({ command, inner }: HeardCommand): Promise<string[]> {
  const keys = await Promise.all([command, ...inner].map((it) => cluster.keysOf(it)))
  return [...new Set(keys.flat())]
}

/** The keys of each command that no one server of a cluster has all of. */
async function apart(heard: readonly HeardCommand[]): Promise<string[][]> {
  const found = await Promise.all(heard.map((it) => keysOf(it)))
  const slots = await Promise.all(found.map((keys) => Promise.all(keys.map((it) => cluster.slotOf(it)))))
  return found.filter((_, index) => new Set(slots[index]).size > 1)
}

/** What the cluster says against commands; those that wait for something are left out. */
async function refusals(heard: readonly HeardCommand[]): Promise<string[]> {
  const refused: string[] = []
  for (const it of heard.filter((it) => !nameOf(it).startsWith('b'))) {
    const [key] = await cluster.keysOf(it.command)
    if (key === undefined) continue
    const answer = await cluster.send(await cluster.slotOf(key), it.command).catch((error: Error) => error)
    // A script that is not known is sent next, as it was at first.
    if (answer instanceof Error && !answer.message.startsWith('NOSCRIPT')) refused.push(answer.message)
  }
  return refused
}

/** Everything that gateway and worker say to Redis on the ways that an export can go. */
async function hearExports(): Promise<readonly HeardCommand[]> {
  await using system = await startSystem()
  const connection = { connectionName: 'test', commandTimeout: 2_000, what: 'test' }
  const redis = openRedis(system.redisUrl, connection, createLogger('test', 'silent'))
  await new Promise((resolve) => redis.once('ready', resolve))
  // So that every script is sent once more.
  await redis.script('FLUSH')
  const listener = await hearCommands(redis)
  const team = await system.createWorkspace({ plan: 'pro' })
  const { id } = await team.createMap(shop)
  for (const format of ['markdown', 'notion', 'markdown'] as const) {
    expect((await team.exportMap(id, format)).status).toBe(200)
  }
  expect((await team.exportMap(id, 'notion', { part: '1000' })).status).toBe(400)

  const job = { key: '0'.repeat(64), format: 'png', workspaceId: randomUUID(), mapId: id } as const
  const apiUrl = system.gateways[0]!.url
  const crashes = { crashes: 3, since: Date.now() }
  await writeDeadLetter(redis, { ...job, options: {}, map: '{}', apiUrl, deadline: Date.now() }, crashes)
  listener.stop()
  redis.disconnect()
  return listener.heard
}

describe('in a Redis Cluster', () => {
  it('the keys of every command and of every script are in one slot', { timeout: 30_000 }, async ({ annotate }) => {
    const heard = await hearExports()
    const scripts = heard.filter((it) => it.inner.length > 0)
    for (const kind of [':slots', ':dead-letters', 'maps:artifact:', 'maps:limit']) {
      const found = heard.filter((it) => [it.command, ...it.inner].some((words) => words.join(' ').includes(kind)))
      expect(found.length, kind).toBeGreaterThan(0)
    }
    expect(heard.filter((it) => nameOf(it) === 'multi')).toEqual([])

    expect(await apart(heard)).toEqual([])
    expect(await refusals(heard)).toEqual([])
    const figures = `${heard.length} commands, ${scripts.length} of them scripts, 0 with keys in two slots`
    await annotate(figures, 'measured')
  })

  it('keys in two slots are found, also where only a script names them', async () => {
    const plain = { command: ['MSET', 'maps:artifact:a', '1', 'maps:artifact:b', '2'], inner: [] }
    const hidden = { command: ['EVAL', 'return 1', '1', '{maps}:a'], inner: [['DEL', 'maps:b']] }
    const fine = { command: ['MSET', '{maps}:a', '1', '{maps}:b', '2'], inner: [] }
    expect(await apart([plain, hidden, fine])).toEqual([
      ['maps:artifact:a', 'maps:artifact:b'],
      ['{maps}:a', 'maps:b'],
    ])
    expect(await refusals([plain, fine])).toEqual([expect.stringContaining('CROSSSLOT')])
  })
})
