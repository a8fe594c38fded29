import { setTimeout as sleep } from 'node:timers/promises'

/** Does what a load balancer does: asks gateways whether they are ready, and sends requests to those that are. */
export interface Balancer extends AsyncDisposable {
  /** A ready gateway, each in turn. @throws Error where there is none */
  next(): string
}

const INTERVAL_MS = 500
/** Longer than a busy machine takes; what restarts refuses or says so at once. */
const PATIENCE_MS = 3_000

/** @param gateways their addresses */
export async function startBalancer(gateways: readonly string[]): Promise<Balancer> {
  const closing = new AbortController()
  let ready: string[] = []
  let turn = 0

  /** A slow one delays no other client's news that the other one is gone. */
  async function lookAt(gateway: string): Promise<void> {
    if (!(await isReady(gateway))) ready = ready.filter((it) => it !== gateway)
    else if (!ready.includes(gateway)) ready = [...ready, gateway]
  }

  async function look(): Promise<void> {
    await Promise.all(gateways.map(lookAt))
  }

  async function keepLooking(): Promise<void> {
    while (!closing.signal.aborted) {
      await sleep(INTERVAL_MS, undefined, { signal: closing.signal }).catch(() => {})
      await look()
    }
  }

  await look()
  const looking = keepLooking()
  return {
    next() {
      const gateway = ready[turn++ % ready.length]
      if (gateway === undefined) throw new Error('no gateway is ready')
      return gateway
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await looking
    },
  }
}

async function isReady(gateway: string): Promise<boolean> {
  const answer = fetch(`${gateway}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
  return answer.then(
    (it) => it.ok,
    () => false,
  )
}
