import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { startChild } from '../../infra/local/child.ts'
import { findFreePort } from '../../infra/local/free-port.ts'
import type { Reaper } from '../../infra/local/reaper/reaper.ts'
import { chooseLoopbackAddress } from './loopback-address.ts'
import { openTemporaryFolder } from './temporary-folder.ts'

const SLOTS = 16_384
const NODES = 3
const UP_WITHIN_MS = 10_000
const STOP_WITHIN_MS = 2_000

/** A Redis command: its name, then its arguments. */
export type RedisCommand = readonly (string | Buffer)[]

/** A Redis Cluster of three servers with a third of the hash slots each. */
export interface TestRedisCluster extends AsyncDisposable {
  /** The hash slot of a key. */
  slotOf(key: string): Promise<number>
  /** The keys of a command, as COMMAND GETKEYS finds them. */
  keysOf(command: RedisCommand): Promise<string[]>
  /** Runs a command on the server of a slot. */
  send(slot: number, command: RedisCommand): Promise<unknown>
}

/** Starts a Redis Cluster and waits until all its slots are served. */
export async function startRedisCluster(): Promise<TestRedisCluster> {
  await using parts = new AsyncDisposableStack()
  const { folder, reaper } = await openTemporaryFolder(parts, 'maps-cluster-')
  const host = chooseLoopbackAddress()
  const ports = await findDistinctPorts(host, 2 * NODES)
  const nodes = await Promise.all(
    Array.from({ length: NODES }, (_, index) => {
      const [port, busPort] = ports.slice(2 * index) as [number, number]
      return startNode(parts, host, port, busPort, join(folder, String(index)), reaper)
    }),
  )
  await formCluster(host, nodes)
  const [{ redis }] = nodes as [Node]
  const owned = parts.move()
  return {
    slotOf: (key) => redis.cluster('KEYSLOT', key),
    keysOf: async (command) => (await redis.call('COMMAND', ['GETKEYS', ...command]).catch(() => [])) as string[],
    send: (slot, [name, ...rest]) => nodes[Math.floor((slot * NODES) / SLOTS)]!.redis.call(String(name), rest),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

interface Node {
  redis: Redis
  port: number
  busPort: number
}

/** Finds free ports, no two of them the same. */
async function findDistinctPorts(host: string, count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort(host))
  return [...ports]
}

async function startNode(
  parts: AsyncDisposableStack,
  host: string,
  port: number,
  busPort: number,
  folder: string,
  reaper: Reaper,
): Promise<Node> {
  await mkdir(folder)
  const ready = Promise.withResolvers<void>()
  const settings = [
    `bind ${host}`,
    `port ${port}`,
    'cluster-enabled yes',
    `cluster-port ${busPort}`,
    // Connections of the bus come from another loopback address than the one they lead to.
    `cluster-announce-ip ${host}`,
    `dir "${folder}"`,
    'save ""',
    '',
  ]
  const server = await startChild(
    {
      name: 'Redis',
      command: 'redis-server',
      args: ['-'],
      input: settings.join('\n'),
      onLine: (line) => line.includes('Ready to accept connections') && ready.resolve(),
      stopSignal: 'SIGTERM',
      stopWithinMs: STOP_WITHIN_MS,
    },
    reaper,
  )
  parts.use(server)
  void server.ended.then(() =>
    ready.reject(new Error(`redis-server did not start: ${server.lines.slice(-3).join(' ')}`)),
  )
  await ready.promise
  const redis = parts.adopt(new Redis(port, host), (it) => it.disconnect())
  return { redis, port, busPort }
}

/** Assigns the slots and waits until all nodes know each other. */
async function formCluster(host: string, nodes: readonly Node[]): Promise<void> {
  const starts = Array.from({ length: NODES + 1 }, (_, index) => Math.ceil((index * SLOTS) / NODES))
  for (const [index, { redis }] of nodes.entries()) {
    await redis.cluster('ADDSLOTSRANGE', starts[index]!, starts[index + 1]! - 1)
    for (const { port, busPort } of nodes) await redis.cluster('MEET', host, port, busPort)
  }
  const deadline = Date.now() + UP_WITHIN_MS
  while (!(await Promise.all(nodes.map(isReady))).every(Boolean)) {
    if (Date.now() > deadline) throw new Error('the servers did not become a cluster')
    await sleep(50)
  }
}

async function isReady({ redis }: Node): Promise<boolean> {
  const state = await redis.cluster('INFO')
  return state.includes('cluster_state:ok') && state.includes(`cluster_known_nodes:${NODES}`)
}
