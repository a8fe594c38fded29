import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** A tool's answer, as a test looks into it. */
export interface ToolAnswer {
  isError: boolean
  /** All its texts. */
  text: string
  content: CallToolResult['content']
  /** Tests look into all kinds of it, and a wrong look fails a test. */
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
}

/** An agent's side of the MCP server of a gateway. */
export interface Agent extends AsyncDisposable {
  client: Client
  call(tool: string, input?: Record<string, unknown>): Promise<ToolAnswer>
}

/** Connects the official client of the current protocol, or of one of 2025. */
export function connectAgent(gatewayUrl: string, token: string, protocol?: string): Promise<Agent> {
  return connectAgentBy(new StreamableHTTPClientTransport(new URL(`${gatewayUrl}/mcp`), withToken(token)), protocol)
}

/** Connects the official client over a transport. */
export async function connectAgentBy(transport: Transport, protocol = '2026-07-28'): Promise<Agent> {
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
      return answerOf(await client.callTool({ name: tool, arguments: input }))
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** Connects the official client of before, version 1 of the SDK. */
export function connectOldAgent(gatewayUrl: string, token: string): Promise<OldAgent> {
  return connectOldAgentBy(new OldTransport(new URL(`${gatewayUrl}/mcp`), withToken(token)))
}

type OldAgent = Pick<Agent, 'call'> & AsyncDisposable

/** Connects version 1 of the official client over a transport. */
export async function connectOldAgentBy(transport: Parameters<OldClient['connect']>[0]): Promise<OldAgent> {
  const client = new OldClient({ name: 'test', version: '1' })
  await client.connect(transport)
  await client.listTools()
  return {
    async call(tool, input = {}) {
      return answerOf((await client.callTool({ name: tool, arguments: input })) as CallToolResult)
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

function withToken(token: string) {
  return { requestInit: { headers: { Authorization: `Bearer ${token}` } } }
}

function answerOf({ isError = false, content, structuredContent }: CallToolResult): ToolAnswer {
  const text = content.map((it) => (it.type === 'text' ? it.text : '')).join('')
  return { isError, text, content, data: structuredContent }
}
