import { Line } from './line.ts'
import type { Ask } from './postgres.ts'
import { LOOK_INTERVAL_MS, watchSockets } from './watch-sockets.ts'

/** Most connections of a gateway to its database, unless the setting `DATABASE_CONNECTIONS` says another number. */
export const CONNECTIONS = 10

export type Pool = Ask & {
  /** Lets what is under way be answered, for at most so many seconds. */
  end(settings?: { timeout?: number }): Promise<void>
}

/**
 * Connections that share the queries. postgres.js' own pool keeps lists of its connections which grow with every query, and are
 * searched from their beginning with every query, until they happen to be empty (decision 10).
 */
export function openPool(url: string, connections = CONNECTIONS): Pool {
  const openSocket = watchSockets()
  const lines = Array.from({ length: connections }, () => new Line(url, openSocket))
  const looks = setInterval(() => {
    const now = performance.now()
    for (const it of lines) it.look(now)
  }, LOOK_INTERVAL_MS).unref()

  const ask: Ask = (...parts) => leastCostly(lines).ask(...parts)
  async function end(settings?: { timeout?: number }): Promise<void> {
    clearInterval(looks)
    await Promise.all(lines.map((it) => it.end(settings)))
  }
  return Object.assign(ask, { end })
}

/** The first of them, so that no more connections are opened than are needed. */
function leastCostly(lines: readonly Line[]): Line {
  let [least, leastCost] = [lines[0]!, Infinity]
  for (const it of lines) {
    const { cost } = it
    if (cost < leastCost) [least, leastCost] = [it, cost]
    if (cost === 0) break
  }
  return least
}
