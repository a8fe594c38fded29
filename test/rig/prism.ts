import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from '../../infra/local/child.ts'
import { findFreePort } from '../../infra/local/free-port.ts'
import type { Reaper } from '../../infra/local/reaper/reaper.ts'
import { chooseLoopbackAddress } from './loopback-address.ts'

/** A running Prism proxy. */
export interface Prism {
  /** Base URL of the API through the proxy. */
  url: string
  process: Child
}

/** Starts a Prism proxy before a gateway, which validates requests and responses against the gateway's OpenAPI document. */
export async function startPrism(gatewayUrl: string, folder: string, reaper: Reaper): Promise<Prism> {
  const document = join(folder, 'openapi.json')
  const response = await fetch(`${gatewayUrl}/api/v1/openapi.json`)
  await writeFile(document, JSON.stringify(JSON.parse(await response.text(), closeObject)))
  const host = chooseLoopbackAddress()
  const port = await findFreePort(host)
  const options = ['--host', host, '--port', String(port), '--multiprocess', 'false', '--verboseLevel', 'fatal']
  const process = await startChild(
    {
      name: 'prism',
      command: globalThis.process.execPath,
      args: [prismProgram(), 'proxy', document, `${gatewayUrl}/api/v1`, ...options],
      stopSignal: 'SIGTERM',
      stopWithinMs: 2_000,
    },
    reaper,
  )
  await waitUntilReachable(host, port, process)
  return { url: `http://${host}:${port}`, process }
}

/** Closes an object's schema: clients have to accept fields that the document does not name, but no response may have one. */
function closeObject(_key: string, value: unknown): unknown {
  const isOpen =
    typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
  return isOpen ? { ...value, additionalProperties: false } : value
}

function prismProgram(): string {
  const require = createRequire(import.meta.url)
  const packageFile = require.resolve('@stoplight/prism-cli/package.json')
  const { bin } = require(packageFile) as { bin: { prism: string } }
  return join(dirname(packageFile), bin.prism)
}

async function waitUntilReachable(host: string, port: number, process: Child): Promise<void> {
  const ended = process.ended.then(() => true)
  while (!(await canConnect(host, port))) {
    if (await Promise.race([ended, sleep(50, false)])) throw new Error(`Prism ended:\n${process.lines.join('\n')}`)
  }
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

interface Violation {
  location: string[]
  message: string
}

/**
 * Checks a response of Prism.
 * @param header value of `sl-violations`: violations of the request, then of the response
 * @throws Error where the response, or the request of a successful response, violates the OpenAPI document
 */
export function assertNoViolations(request: string, status: number, header: string | null): void {
  if (header === null) return
  // Prism truncates a long list, which leaves invalid JSON.
  const isTruncated = !header.startsWith('[')
  const violations = isTruncated ? undefined : (JSON.parse(header) as Violation[])
  const isResponseAtFault =
    violations?.some((it) => it.location[0] === 'response') ?? header.includes('"location":["response"')
  if (isResponseAtFault || status < 300)
    throw new Error(`${request} answered ${status} against our OpenAPI document: ${header}`)
}
