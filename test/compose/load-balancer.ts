import { setTimeout as sleep } from 'node:timers/promises'

/** A load balancer that polls the readiness of gateways. */
export interface LoadBalancer extends AsyncDisposable {
  /** The next ready gateway, in turn. @throws Error where none is ready */
  next(): string
}

const INTERVAL_MS = 500
/** Longer than a busy machine needs. A gateway that restarts refuses the connection, or is not ready, at once. */
const TIMEOUT_MS = 3_000

/** Starts polling. @param gateways base URLs of the gateways */
export async function startLoadBalancer(gateways: readonly string[]): Promise<LoadBalancer> {
  const closing = new AbortController()
  let ready: string[] = []
  let count = 0

  /** Updates `ready` for one gateway, so that a slow gateway does not delay the others. */
  async function check(gateway: string): Promise<void> {
    if (!(await isReady(gateway))) ready = ready.filter((it) => it !== gateway)
    else if (!ready.includes(gateway)) ready = [...ready, gateway]
  }

  async function poll(): Promise<void> {
    while (!closing.signal.aborted) {
      await sleep(INTERVAL_MS, undefined, { signal: closing.signal }).catch(() => {})
      await Promise.all(gateways.map(check))
    }
  }

  await Promise.all(gateways.map(check))
  const polling = poll()
  return {
    next() {
      const gateway = ready[count++ % ready.length]
      if (gateway === undefined) throw new Error('no gateway is ready')
      return gateway
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await polling
    },
  }
}

async function isReady(gateway: string): Promise<boolean> {
  const response = fetch(`${gateway}/readyz?exclude=writes`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return response.then(
    ({ ok }) => ok,
    () => false,
  )
}
