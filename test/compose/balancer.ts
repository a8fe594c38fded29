import { setTimeout as sleep } from 'node:timers/promises'

/** Does what a load balancer does: asks gateways whether they are ready, and sends requests to those that are. */
export interface Balancer extends AsyncDisposable {
  /** A ready gateway, each in turn. @throws Error where there is none */
  next(): string
}

const INTERVAL_MS = 500

export async function startBalancer(gateways: readonly string[]): Promise<Balancer> {
  const closing = new AbortController()
  let ready: string[] = []
  let turn = 0

  async function look(): Promise<void> {
    const answers = await Promise.all(gateways.map((it) => isReady(it)))
    ready = gateways.filter((_, index) => answers[index])
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
  const answer = fetch(`${gateway}/readyz`, { signal: AbortSignal.timeout(INTERVAL_MS) })
  return answer.then(
    (it) => it.ok,
    () => false,
  )
}
