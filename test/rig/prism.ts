import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from '../../infra/local/child.ts'
import { findFreePort } from '../../infra/local/free-port.ts'
import type { Reaper } from '../../infra/local/reaper/reaper.ts'

export interface Prism {
  /** Stands for the base address of the API. */
  url: string
  process: Child
}

/** Starts a proxy before the gateway that compares each request and answer with the gateway's own OpenAPI document. */
export async function startPrism(gatewayUrl: string, folder: string, reaper: Reaper): Promise<Prism> {
  const document = join(folder, 'openapi.json')
  const answer = await fetch(`${gatewayUrl}/api/v1/openapi.json`)
  await writeFile(document, await answer.text())
  const port = await findFreePort()
  const options = ['--host', '127.0.0.1', '--port', String(port), '--multiprocess', 'false', '--verboseLevel', 'fatal']
  const process = await startChild(
    {
      name: 'prism',
      command: globalThis.process.execPath,
      args: [program(), 'proxy', document, `${gatewayUrl}/api/v1`, ...options],
      stopSignal: 'SIGTERM',
      stopWithinMs: 2_000,
    },
    reaper,
  )
  await untilReachable(port, process)
  return { url: `http://127.0.0.1:${port}`, process }
}

function program(): string {
  const require = createRequire(import.meta.url)
  const packageFile = require.resolve('@stoplight/prism-cli/package.json')
  const { bin } = require(packageFile) as { bin: { prism: string } }
  return join(dirname(packageFile), bin.prism)
}

async function untilReachable(port: number, process: Child): Promise<void> {
  const ended = process.ended.then(() => true)
  while (!(await canConnect(port))) {
    if (await Promise.race([ended, sleep(50, false)])) throw new Error(`Prism ended:\n${process.lines.join('\n')}`)
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

interface Violation {
  location: string[]
  message: string
}

/**
 * @param header what Prism found, the request's faults before the answer's
 * @throws Error where an answer, or the request of a successful one, is not as the document says
 */
export function checkViolations(request: string, status: number, header: string | null): void {
  if (header === null) return
  // A list that grew too long is cut off in the middle, and is no JSON any more.
  const isCut = !header.startsWith('[')
  const violations = isCut ? undefined : (JSON.parse(header) as Violation[])
  const isAnswerAtFault =
    violations?.some((it) => it.location[0] === 'response') ?? header.includes('"location":["response"')
  if (isAnswerAtFault || status < 300)
    throw new Error(`${request} answered ${status} against our OpenAPI document: ${header}`)
}
