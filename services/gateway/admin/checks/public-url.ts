import { type CheckResult, ok, reasonOf, warn } from '../../operations/check-result.ts'

const TIMEOUT_MS = 3_000

/** Checks that PUBLIC_URL leads to a gateway. A failure is only a warning, since clients may use another network than this machine. */
export async function checkPublicUrl(url: string | undefined, host: string | undefined): Promise<CheckResult> {
  if (url !== undefined) return checkReachable(url)
  if (host === '0.0.0.0' || host === '::') {
    return warn(`Links in files begin with http://${host}, which leads nowhere: set PUBLIC_URL`)
  }
  return ok('PUBLIC_URL is not set: links in files lead to the address that the gateway listens on')
}

async function checkReachable(url: string): Promise<CheckResult> {
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (status < 500) return ok(`PUBLIC_URL ${url} answers`)
    return warn(`PUBLIC_URL ${url} answers with ${status}: see whether its proxy leads to a gateway`)
  } catch (error) {
    // In a container, a loopback address leads to the container instead of the port that the machine publishes.
    if (isLoopback(url)) return ok(`PUBLIC_URL ${url} is for clients on this machine alone`)
    return warn(`PUBLIC_URL ${url} cannot be reached from here: ${reasonOf(error)}`)
  }
}

function isLoopback(url: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)
}
