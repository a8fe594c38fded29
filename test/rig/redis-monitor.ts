import type { Redis } from 'ioredis'
import type { RedisCommand } from './redis-cluster.ts'

/** A command that a Redis server received. */
export interface MonitoredCommand {
  command: RedisCommand
  /** Commands that it ran, if it is a script. */
  inner: RedisCommand[]
}

/** Records all commands that a Redis server receives from now until `stop`, by MONITOR. */
export async function monitorCommands(redis: Redis): Promise<{ commands: readonly MonitoredCommand[]; stop(): void }> {
  const monitor = await redis.monitor()
  const commands: MonitoredCommand[] = []
  monitor.on('monitor', (_time: string, escaped: string[], source: string) => {
    const command = escaped.map(unescape)
    // The commands of a script directly follow it.
    if (source === 'lua') commands.at(-1)?.inner.push(command)
    else commands.push({ command, inner: [] })
  })
  return { commands, stop: () => monitor.disconnect() }
}

const shortEscapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' }

/** Decodes the C escapes that Redis writes for unprintable bytes; ioredis decodes quotes alone. */
function unescape(text: string): Buffer {
  const plain = text.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex: string | undefined, letter: string) =>
    hex ? String.fromCharCode(parseInt(hex, 16)) : (shortEscapes[letter] ?? letter),
  )
  return Buffer.from(plain, 'latin1')
}
