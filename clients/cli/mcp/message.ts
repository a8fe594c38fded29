import { isRecord } from '../map-file.ts'

/** A JSON-RPC message, with the fields that the bridge reads. */
export interface Message {
  jsonrpc?: string
  id?: string | number | null
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: { code: number; message: string }
}

/** Parses a line; undefined if it is not a JSON object. */
export function parseMessage(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return isRecord(message) ? message : undefined
  } catch {
    return undefined
  }
}

/** Metadata field with the protocol version, as of protocol 2026-07-28. */
const VERSION_FIELD = 'io.modelcontextprotocol/protocolVersion'

/** By method, the parameter that identifies its subject. */
const subjects: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/**
 * HTTP headers that repeat the protocol version, method and subject of a message.
 * @param negotiatedVersion protocol version negotiated by `initialize`, for protocols before 2026-07-28
 */
export function headersOf({ method = '', params = {} }: Message, negotiatedVersion?: string): Record<string, string> {
  const { _meta: meta } = params
  const ownVersion = isRecord(meta) ? meta[VERSION_FIELD] : undefined
  if (typeof ownVersion !== 'string') return negotiatedVersion ? { 'MCP-Protocol-Version': negotiatedVersion } : {}
  const subject = params[subjects[method] ?? '']
  return {
    'MCP-Protocol-Version': ownVersion,
    'Mcp-Method': method,
    ...(typeof subject === 'string' && { 'Mcp-Name': headerValue(subject) }),
  }
}

/** Encodes text that a header cannot contain as base64 between the protocol's delimiters. */
function headerValue(text: string): string {
  const isPlain = /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}
