import { defineCommand } from '../command.ts'
import { readConnection } from '../connection.ts'
import { runBridge } from '../mcp/bridge.ts'

/** The `maps mcp` command. */
export const mcp = defineCommand({
  name: 'mcp',
  summary: 'give a coding agent the tools of the service, over standard input and output',
  details: [
    'A bridge to the MCP server of the service, for agents that start their servers as programs. An agent that takes an address and a header needs no bridge: give it the address of the service with /mcp in place of /api/v1, and the token as bearer.',
  ],
  args: [],
  options: {},
  examples: [
    ['mcp', 'what an agent has to start'],
    ['mcp < messages.jsonl', 'send a file of messages, a line each'],
  ],
  async run({ context }) {
    await runBridge(context, await readConnection(context.env))
  },
})
