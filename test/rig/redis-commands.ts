import type { Redis } from 'ioredis'
import type { RedisCommand } from './redis-cluster.ts'

/** A command that a Redis received. */
export interface HeardCommand {
  command: RedisCommand
  /** The commands that it ran, where it is a script. */
  inner: RedisCommand[]
}

/** Records the commands that a Redis receives from now on, until it is stopped. */
export async function hearCommands(redis: Redis): Promise<{ heard: readonly HeardCommand[]; stop(): void }> {
  const monitor = await redis.monitor()
  const heard: HeardCommand[] = []
  monitor.on('monitor', (_time: string, escaped: string[], source: string) => {
    const command = escaped.map(unescape)
    // A script's own commands come right after it.
    if (source === 'lua') heard.at(-1)?.inner.push(command)
    else heard.push({ command, inner: [] })
  })
  return { heard, stop: () => monitor.disconnect() }
}

const short: Record<string, string> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' }

/** Redis writes what is not printable as C does; ioredis undoes that for quotes alone. */
function unescape(text: string): Buffer {
  const plain = text.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex: string | undefined, letter: string) =>
    hex ? String.fromCharCode(parseInt(hex, 16)) : (short[letter] ?? letter),
  )
  return Buffer.from(plain, 'latin1')
}
