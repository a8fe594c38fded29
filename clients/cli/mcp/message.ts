import { isRecord } from '../map-file.ts'

/** A JSON-RPC message, as far as the bridge reads it. */
export interface Message {
  jsonrpc?: string
  id?: string | number | null
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: { code: number; message: string }
}

/** Reads a line; undefined where it is no message. */
export function parseMessage(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return isRecord(message) ? message : undefined
  } catch {
    return undefined
  }
}

/** Where a message of protocol 2026-07-28 names the protocol that it speaks. */
const VERSION_FIELD = 'io.modelcontextprotocol/protocolVersion'

/** The field that each method is about. */
const subjects: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/**
 * The headers that say over HTTP what a message says itself.
 * @param agreedVersion the protocol that a handshake of the years before 2026 has led to
 */
export function headersOf({ method = '', params = {} }: Message, agreedVersion?: string): Record<string, string> {
  const { _meta: meta } = params
  const ownVersion = isRecord(meta) ? meta[VERSION_FIELD] : undefined
  if (typeof ownVersion !== 'string') return agreedVersion ? { 'MCP-Protocol-Version': agreedVersion } : {}
  const subject = params[subjects[method] ?? '']
  return {
    'MCP-Protocol-Version': ownVersion,
    'Mcp-Method': method,
    ...(typeof subject === 'string' && { 'Mcp-Name': headerValue(subject) }),
  }
}

/** What a header cannot hold as it is goes in base64, between marks of the protocol. */
function headerValue(text: string): string {
  const isPlain = /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}
