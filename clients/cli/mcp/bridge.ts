import type { Connection } from '../connection.ts'
import type { Context } from '../context.ts'
import { isRecord } from '../map-file.ts'
import { printLine } from '../output.ts'
import { tellFailure } from '../tell-failure.ts'
import { exchange } from './exchange.ts'
import { type Message, parseMessage } from './message.ts'
import { readLines } from './text-stream.ts'

/** Error codes of JSON-RPC. */
const PARSE_ERROR = -32_700
const INTERNAL_ERROR = -32_603

/**
 * Passes JSON-RPC messages, a line each, from standard input to the MCP endpoint of the service, and its answers to standard output.
 * Ends when the input has ended and everything is answered.
 */
export async function runBridge(context: Context, connection: Connection): Promise<void> {
  const { stdin, stdout, stderr, signal } = context
  const underWay = new Map<Message['id'], AbortController>()
  const pending = new Set<Promise<void>>()
  let agreedVersion: string | undefined

  async function forward(message: Message): Promise<void> {
    const { id, method } = message
    const canceller = new AbortController()
    const either = AbortSignal.any([signal, canceller.signal])
    if (id !== undefined) underWay.set(id, canceller)
    let isAnswered = id === undefined
    try {
      for await (const answer of exchange(message, { ...connection, agreedVersion, signal: either })) {
        if (method === 'initialize') agreedVersion = versionIn(answer)
        isAnswered ||= answer.id === id
        await print(answer)
      }
      if (!isAnswered) await refuse(message, 'The service ended its response without an answer.')
    } catch (error) {
      if (!either.aborted) await refuse(message, tellFailure(error).text)
    } finally {
      if (underWay.get(id) === canceller) underWay.delete(id)
    }
  }

  async function print(message: Message): Promise<void> {
    await printLine(stdout, JSON.stringify(message))
  }

  /** No client waits for the answer to a notification. */
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
      // Over HTTP, a client cancels by leaving.
      underWay.get(message.params?.['requestId'] as Message['id'])?.abort()
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
