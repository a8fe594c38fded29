import type { ApiResponse, RestClient } from '../rig/rest-client.ts'

/** The status that an error of a tool would have in REST, by its text: MCP's own status is 200. */
const statusOfError: readonly [text: RegExp, status: number][] = [
  [/^There is no map /, 404],
  [/^Nothing was changed: the map is at version /, 412],
  [/^This token may only read/, 403],
  [/\bagain\b/i, 503],
]

/**
 * Calls a tool of a gateway's MCP server, without a retry.
 * @param site a client of the gateways' own addresses
 * @returns the response with the status that REST would have, and the structured content of the result as `json`
 */
export async function callTool(site: RestClient, gateway: number, name: string, input: object): Promise<ApiResponse> {
  const response = await site.request('POST', '/mcp', {
    gateway,
    headers: { Accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
  })
  if (response.status !== 200) return response
  const { isError = false, content, structuredContent } = messageOf(response).result
  if (!isError) return { ...response, json: structuredContent }
  const text: string = content[0].text
  return { ...response, text, status: statusOfError.find(([pattern]) => pattern.test(text))?.[1] ?? 500 }
}

/** Reads the message of a response: JSON, or the only event of a stream. */
// oxlint-disable-next-line typescript/no-explicit-any
function messageOf({ json, text }: ApiResponse): any {
  return json ?? JSON.parse(/^data: (.*)$/m.exec(text)![1]!)
}
