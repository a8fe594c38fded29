import type { Logger } from '@maps/shared/logger'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { type Request as HttpRequest, type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { compileBody, jsonBody } from '../http/body.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import { stateOf } from '../http/request-state.ts'
import { respond } from '../http/response.ts'
import { requestContext } from '../http/route.ts'
import { createMcpServer, type ToolListener } from './server.ts'
import type { ToolContext } from './tool.ts'

/** Path of the MCP server. */
export const MCP_PATH = '/mcp'

/** The dependencies of the route at /mcp. */
export interface McpDependencies extends Pick<ToolContext, 'maps' | 'exporter' | 'apiUrl' | 'shareUrl'> {
  log: Logger
  /** Id of this build. */
  build: string
  onToolDone: ToolListener
}

/** Reads one message. Batches, which older clients could send, are refused: they would count as one request. */
const readMessage = compileBody({ schema: z.looseObject({}), example: {}, formats: [jsonBody] })

/**
 * Serves tools and resources for coding agents by MCP (https://modelcontextprotocol.io/specification/2026-07-28), without sessions:
 * each request gets its own server, which supports the protocols of 2025 too. app.ts runs authentication and rate limit before.
 */
export function mcpRoutes(dependencies: McpDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router
    .route(MCP_PATH)
    .post(serveMessage(dependencies))
    .all(refuseOtherMethods(['post']))
  return router
}

function serveMessage({ log, build, onToolDone, ...services }: McpDependencies): RequestHandler {
  return async (request, response) => {
    const reportTool: ToolListener = (name, status, seconds) => {
      stateOf(response).tool = { name, status }
      onToolDone(name, status, seconds)
    }
    const result = await readMessage(request, response, async (parsedBody) => {
      using held = new DisposableStack()
      const context: ToolContext = {
        ...services,
        ...requestContext(response),
        // Tools hold their maps meanwhile: two of them could wait for each other.
        makeAnswerRoom: async (bytes) => stateOf(response).hold.growTo(bytes),
        keep: (release) => held.defer(release),
      }
      let fault: Error | undefined
      const { fetch } = createMcpHandler(() => createMcpServer(context, build, log, reportTool), {
        // A server that lives for one request sends no notifications.
        maxSubscriptions: 0,
        onerror: (error) => (fault = error),
      })
      const sent = await fetch(messageRequest(request), { parsedBody })
      if (sent.status >= 500) throw fault ?? new Error('the MCP server failed')
      return { status: sent.status, headers: headersOf(sent), body: Buffer.from(await sent.arrayBuffer()) }
    })
    await respond(response, result)
  }
}

/** Creates the request for the SDK, with only the headers that the SDK reads: never the token. */
function messageRequest({ headers }: HttpRequest): Request {
  const read = Object.entries(headers).filter(([name]) => /^(?:accept|content-type|mcp-[\w-]+)$/.test(name))
  // The SDK reads neither host nor path.
  return new Request(`http://localhost${MCP_PATH}`, {
    method: 'POST',
    headers: Object.fromEntries(read) as Record<string, string>,
  })
}

/** Selects response headers. Those of a stream are left out, since the body is sent as a whole. */
function headersOf({ headers }: Response): Record<string, string> {
  const type = headers.get('content-type')
  return type === null ? {} : { 'Content-Type': type, 'Cache-Control': 'no-store' }
}
