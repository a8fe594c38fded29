import { z } from 'zod'
import { problemSchema } from '../../services/gateway/http/problems.ts'
import type { RawResponse } from './raw-http.ts'

const MAX_BODY_BYTES = 16 * 1024
/** A response to a malformed request has no path. */
const malformedRequestSchema = problemSchema.omit({ instance: true })

/** A refusal by the MCP server. */
const jsonRpcErrorSchema = z.object({
  jsonrpc: z.literal('2.0'),
  error: z.object({ code: z.int(), message: z.string() }),
})

/** The page of a public map, with an error. */
const sharePage = /^<!doctype html>[^]*<h1>(There is no map here|The map cannot be shown now)<\/h1>/i

/** Describes how a response breaks the rules for all responses; undefined if it does not. */
export function responseError({ status, headers, body }: RawResponse, method: string): string | undefined {
  if (status >= 500) return `a status of ${status}: ${body.toString().slice(0, 500)}`
  if (status < 400) return undefined
  if (body.length > MAX_BODY_BYTES) return `a ${status} of ${body.length} bytes`
  if (headers['content-type'] === 'application/json') {
    return jsonRpcErrorSchema.safeParse(parse(body)).success ? undefined : `a ${status} that is no JSON-RPC error`
  }
  // A person who follows the link of a map that is no longer public gets a page.
  const isPage = headers['content-type'] === 'text/html; charset=utf-8'
  if (isPage)
    return method === 'HEAD' || sharePage.test(body.toString()) ? undefined : `a ${status} that is another page`
  if (headers['content-type'] !== 'application/problem+json') return `a ${status} that is ${headers['content-type']}`
  if (method === 'HEAD') return undefined
  const schema = headers['connection'] === 'close' ? problemSchema.or(malformedRequestSchema) : problemSchema
  const checked = schema.safeParse(parse(body))
  if (!checked.success) return `a ${status} of another form: ${body.toString().slice(0, 500)}`
  return checked.data.status === status ? undefined : `a ${status} that says it is ${checked.data.status}`
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
