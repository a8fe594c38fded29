import { ConnectionError, MapsError } from '../../typescript/errors.ts'
import { errorOf, refuseRedirect } from '../../typescript/problem.ts'
import type { Connection } from '../connection.ts'
import { headersOf, type Message, parseMessage } from './message.ts'
import { readEvents } from './text-stream.ts'

/** Service, token, protocol version and abort signal of an exchange. */
export interface ExchangeOptions extends Connection {
  /** Protocol version negotiated by `initialize`; undefined before that, and for protocols without it. */
  negotiatedVersion: string | undefined
  signal: AbortSignal
}

/**
 * Sends a message to the MCP endpoint of the service and yields the messages of the response as they arrive.
 * @throws MapsError
 */
export async function* exchange(message: Message, options: ExchangeOptions): AsyncGenerator<Message> {
  const { baseUrl, token, negotiatedVersion, signal } = options
  const url = `${baseUrl.replace(/\/api\/v1$/, '')}/mcp`
  let response: Response | undefined
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headersOf(message, negotiatedVersion),
      },
      body: JSON.stringify(message),
      redirect: 'manual',
      signal,
    })
    refuseRedirect(response, url)
    yield* readMessages(response)
  } catch (cause) {
    if (cause instanceof MapsError) throw cause
    throw new ConnectionError({ detail: `No whole response came from ${url}.` }, { cause })
  } finally {
    // What nothing has read of a body would keep the connection, and the program, open.
    response?.body?.cancel().catch(() => {})
  }
}

async function* readMessages(response: Response): AsyncGenerator<Message> {
  const type = response.headers.get('Content-Type') ?? ''
  if (type.startsWith('text/event-stream')) {
    for await (const event of readEvents(response.body!)) yield* messagesIn(event)
    return
  }
  // An HTTP error with a JSON-RPC message in its body is forwarded unchanged.
  const messages = type.startsWith('application/json') ? messagesIn(await response.clone().text()) : []
  if (!response.ok && messages.length === 0) throw await errorOf(response)
  yield* messages
}

function messagesIn(text: string): Message[] {
  const message = parseMessage(text)
  return message?.jsonrpc === '2.0' ? [message] : []
}
