import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** The result of a tool call. */
export interface ToolResult {
  isError: boolean
  /** All text parts, joined. */
  text: string
  content: CallToolResult['content']
  /** Structured content, untyped: tests read all kinds of it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
}

/** A client of a gateway's MCP server. */
export interface McpClient extends AsyncDisposable {
  client: Client
  call(tool: string, input?: Record<string, unknown>): Promise<ToolResult>
}

/** Connects the official client, with the current protocol or a version of 2025. */
export function connectMcp(gatewayUrl: string, token: string, protocol?: string): Promise<McpClient> {
  return connectMcpOver(new StreamableHTTPClientTransport(new URL(`${gatewayUrl}/mcp`), withToken(token)), protocol)
}

/** Connects the official client over a transport, such as stdio. */
export async function connectMcpOver(transport: Transport, protocol = '2026-07-28'): Promise<McpClient> {
  const info = { name: 'test', version: '1' }
  const client = new Client(info, {
    ...(protocol === '2026-07-28'
      ? { versionNegotiation: { mode: { pin: protocol } } }
      : { supportedProtocolVersions: [protocol] }),
  })
  await client.connect(transport)
  return {
    client,
    async call(tool, input = {}) {
      return resultOf(await client.callTool({ name: tool, arguments: input }))
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** Connects the official client of SDK version 1. */
export function connectMcpV1(gatewayUrl: string, token: string): Promise<McpClientV1> {
  return connectMcpV1Over(new TransportV1(new URL(`${gatewayUrl}/mcp`), withToken(token)))
}

type McpClientV1 = Pick<McpClient, 'call'> & AsyncDisposable

/** Connects the official client of SDK version 1 over a transport, such as stdio. */
export async function connectMcpV1Over(transport: Parameters<ClientV1['connect']>[0]): Promise<McpClientV1> {
  const client = new ClientV1({ name: 'test', version: '1' })
  await client.connect(transport)
  await client.listTools()
  return {
    async call(tool, input = {}) {
      return resultOf((await client.callTool({ name: tool, arguments: input })) as CallToolResult)
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

function withToken(token: string) {
  return { requestInit: { headers: { Authorization: `Bearer ${token}` } } }
}

function resultOf({ isError = false, content, structuredContent }: CallToolResult): ToolResult {
  const text = content.map((it) => (it.type === 'text' ? it.text : '')).join('')
  return { isError, text, content, data: structuredContent }
}
