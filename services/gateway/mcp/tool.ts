import type { CallToolResult, ContentBlock, Tool as ListedTool } from '@modelcontextprotocol/server'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { z } from 'zod'
import type { ExportContext } from '../exports/export-map.ts'
import { compileCheck } from '../validation/check.ts'
import { sanitize } from './sanitize.ts'
import { createLengthBudget, stringifyBounded } from './size-limit.ts'

/** The context of a tool: the request that calls it, and the services that it uses. */
export interface ToolContext extends ExportContext {
  /** Public address of the API; ends in `/api/v1`. */
  apiUrl: string
  shareUrl(shareId: string): string
}

/** The result of a tool: data of its output schema, and pictures, links or the text of a file. */
export interface ToolOutput<Output> {
  structured: Output
  /** Pictures and links. */
  content?: ContentBlock[]
  /** Text of a file, which keeps its line breaks; `structured` gets it as `text`. */
  text?: string
}

/** Definition of a tool. The types of its handler derive from its schemas. */
export interface ToolDefinition<Input, Output> {
  name: string
  title: string
  /** Purpose of the tool for an agent, and the steps before and after it. */
  description: string
  /** MCP's annotations: a client may ask its user before it calls a destructive tool. */
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint: boolean }
  input: z.ZodObject & z.ZodType<Input>
  output: z.ZodObject & z.ZodType<Output>
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
  return {
    name,
    isReadOnly: annotations.readOnlyHint,
    listed: {
      name,
      title,
      description,
      annotations: { title, openWorldHint: false, ...annotations },
      inputSchema: jsonSchemaOf(input, 'input'),
      outputSchema: jsonSchemaOf(output, 'output'),
    },
    async run(given, context) {
      const checked = check(given)
      await letOthersRun()
      const { structured, content = [], text } = await definition.run(checked, context)
      const structuredContent = { ...sanitize(structured, createLengthBudget()), ...(text !== undefined && { text }) }
      // Clients without support for output schemas read the text.
      return {
        structuredContent,
        content: [...content, { type: 'text', text: text ?? stringifyBounded(structuredContent) }],
      }
    },
  }
}

/** Metadata of schemas without their ids, so that JSON schemas contain no `$ref`: some agents cannot follow one. */
class InlineRegistry extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType): Record<string, unknown> {
    const { id: _id, ...meta } = z.globalRegistry.get(schema) ?? {}
    return meta
  }
}
const metadata = new InlineRegistry()

function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): ListedTool['inputSchema'] {
  return z.toJSONSchema(schema, { io, metadata }) as ListedTool['inputSchema']
}
