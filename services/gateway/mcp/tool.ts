import type { CallToolResult, ContentBlock, Tool as ListedTool } from '@modelcontextprotocol/server'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { z } from 'zod'
import type { ExportContext } from '../exports/export-map.ts'
import type { Release } from '../http/held-bytes.ts'
import { compileCheck } from '../validation/check.ts'
import { parseJsonTexts } from './json-texts.ts'
import { sanitize } from './sanitize.ts'
import { createLengthBudget, stringifyBounded } from './size-limit.ts'
import { inputSchemaOf, outputSchemaOf } from './tool-schema.ts'

/** The context of a tool: the request that calls it, and the services that it uses. */
export interface ToolContext extends ExportContext {
  /** Public address of the API; ends in `/api/v1`. */
  apiUrl: string
  shareUrl(shareId: string): string
  /** Keeps reserved bytes until the tool has its result. */
  keep(release: Release): void
}

/**
 * The result of a tool: data, which agents get as JSON; or pictures, files and links. Never both: of a result with data, most agents show
 * their models nothing else (https://github.com/anthropics/claude-code/issues/54737, https://github.com/openai/codex/issues/38287).
 */
export type ToolOutput<Output> = { structured: Output } | { content: ContentBlock[] }

/** Definition of a tool. The types of its handler derive from its schemas. */
export interface ToolDefinition<Input, Output> {
  name: string
  title: string
  /** Purpose of the tool for an agent, and the steps before and after it. */
  description: string
  /** MCP's annotations: a client may ask its user before it calls a destructive tool. */
  annotations: { readOnlyHint: true } | { readOnlyHint: false; destructiveHint: boolean; idempotentHint: boolean }
  input: z.ZodObject & z.ZodType<Input>
  /** Schema of the data; none for a tool that returns pictures, files and links. */
  output?: z.ZodObject & z.ZodType<Output>
  /** Runs the tool. @throws ServiceError, whose message the agent gets */
  run(input: Input, context: ToolContext): Promise<ToolOutput<Output>>
}

/** A tool as the server lists and runs it. */
export interface Tool {
  name: string
  /** Whether the tool only reads, so that a read-only token may call it. */
  isReadOnly: boolean
  listed: ListedTool
  /** Checks the input and runs the tool. @throws InvalidRequest for input that does not match the schema; ServiceError */
  run(input: unknown, context: ToolContext): Promise<CallToolResult>
}

/** Creates a tool from its definition. Its input check and JSON schemas are compiled once. */
export function defineTool<Input, Output extends object>(definition: ToolDefinition<Input, Output>): Tool {
  const { name, title, description, annotations, input, output } = definition
  const check = compileCheck(input, 'The input')
  const inputSchema = inputSchemaOf(input)
  return {
    name,
    isReadOnly: annotations.readOnlyHint,
    listed: {
      name,
      title,
      description,
      annotations: { ...annotations, openWorldHint: false },
      inputSchema,
      ...(output && { outputSchema: outputSchemaOf(output) }),
    },
    async run(given, context) {
      const parsed = await parseJsonTexts(given, inputSchema)
      await letOthersRun()
      const checked = check(parsed)
      await letOthersRun()
      const result = await definition.run(checked, context)
      return 'content' in result ? result : resultOf(result.structured)
    },
  }
}

/** Creates the result with these data, also as text for clients without support for output schemas. */
function resultOf(data: object): CallToolResult {
  const structuredContent = sanitize(data, createLengthBudget()) as Record<string, unknown>
  return { structuredContent, content: [{ type: 'text', text: stringifyBounded(structuredContent) }] }
}
