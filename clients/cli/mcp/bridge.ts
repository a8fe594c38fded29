import type { Connection } from '../connection.ts'
import type { Context } from '../context.ts'
import { isRecord } from '../map-file.ts'
import { printLine } from '../output.ts'
import { describeError } from '../describe-error.ts'
import { exchange } from './exchange.ts'
import { type Message, parseMessage } from './message.ts'
import { readLines } from './text-stream.ts'

/** Error codes of JSON-RPC. */
const PARSE_ERROR = -32_700
const INTERNAL_ERROR = -32_603

/**
 * Forwards JSON-RPC messages, one per line, from standard input to the MCP endpoint of the service, and its responses to standard output.
 * Resolves after the end of the input and the last response.
 */
export async function runBridge(context: Context, connection: Connection): Promise<void> {
  const { stdin, stdout, stderr, signal } = context
  const inFlight = new Map<Message['id'], AbortController>()
  const pending = new Set<Promise<void>>()
  let negotiatedVersion: string | undefined

  async function forward(message: Message): Promise<void> {
    const { id, method } = message
    const cancellation = new AbortController()
    const anySignal = AbortSignal.any([signal, cancellation.signal])
    if (id !== undefined) inFlight.set(id, cancellation)
    let isAnswered = id === undefined
    try {
      for await (const response of exchange(message, { ...connection, negotiatedVersion, signal: anySignal })) {
        if (method === 'initialize') negotiatedVersion = versionIn(response)
        isAnswered ||= response.id === id
        await print(response)
      }
      if (!isAnswered) await refuse(message, 'The service ended its response without an answer.')
    } catch (error) {
      if (!anySignal.aborted) await refuse(message, describeError(error).text)
    } finally {
      if (inFlight.get(id) === cancellation) inFlight.delete(id)
    }
  }

  async function print(message: Message): Promise<void> {
    await printLine(stdout, JSON.stringify(message))
  }

  /** Reports an error in place of a response. A notification has no response, so its error goes to standard error. */
  async function refuse({ id }: Message, reason: string): Promise<void> {
    if (id === undefined) await printLine(stderr, `maps mcp: ${reason}`)
    else await print({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: reason } })
  }

  for await (const line of readLines(stdin)) {
    const message = parseMessage(line)
    if (message === undefined) {
      await print({
        jsonrpc: '2.0',
        id: null,
        error: { code: PARSE_ERROR, message: 'The line is no JSON-RPC message.' },
      })
    } else if (message.method === 'notifications/cancelled') {
      // Over HTTP, a client cancels a request by closing the connection.
      inFlight.get(message.params?.['requestId'] as Message['id'])?.abort()
    } else {
      const work = forward(message).finally(() => pending.delete(work))
      pending.add(work)
    }
  }
  await Promise.all(pending)
}

function versionIn({ result }: Message): string | undefined {
  const version = isRecord(result) ? result['protocolVersion'] : undefined
  return typeof version === 'string' ? version : undefined
}
