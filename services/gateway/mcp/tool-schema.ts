import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** A JSON schema of a tool. */
export type ToolSchema = ListedTool['inputSchema']

interface JsonSchema {
  [keyword: string]: unknown
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  oneOf?: JsonSchema[]
}

/**
 * Lists a schema in brief, since another one in the list of tools has the same fields in full: agents read the list of tools at the start of
 * each conversation. In an input these are the names and types of its fields, in an output only its own type.
 * @param description what it is, and where its fields are described
 */
export function inBrief<Schema extends z.ZodType>(schema: Schema, description?: string): Schema {
  return schema.meta({ description, isBrief: true })
}

/** Creates the JSON schema of a tool's input. */
export function inputSchemaOf(schema: z.ZodObject): ToolSchema {
  return listInput(jsonSchemaOf(schema, 'input')) as ToolSchema
}

/** Creates the JSON schema of a tool's output. It restricts no values, since the server only sends valid ones. */
export function outputSchemaOf(schema: z.ZodObject): ToolSchema {
  return listOutput(jsonSchemaOf(schema, 'output')) as ToolSchema
}

/** Metadata of schemas without their ids, so that JSON schemas contain no `$ref`: some agents cannot follow one. */
class InlineRegistry extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType): Record<string, unknown> {
    const { id: _id, ...meta } = z.globalRegistry.get(schema) ?? {}
    return meta
  }
}
const metadata = new InlineRegistry()

/** JSON schemas without limits that only say what a JSON number can be. */
function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    metadata,
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }) as JsonSchema
}

/** Keywords of inputs. Limits of lengths, and that other fields are refused, are told when an input breaks them. */
const inputKeywords = ['type', 'description', 'required', 'default', 'enum', 'const', 'minimum', 'maximum']

function listInput(schema: JsonSchema): JsonSchema {
  if (schema.isBrief) return { description: schema.description, ...typesOf(schema) }
  const { additionalProperties } = schema
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => inputKeywords.includes(keyword))),
    ...(additionalProperties ? { additionalProperties } : {}),
    ...mapInner(schema, listInput),
  }
}

function listOutput(schema: JsonSchema): JsonSchema {
  const { type, description, required, isBrief } = schema
  if (isBrief) return { type, description }
  return { type, description, required, ...mapInner(schema, listOutput) }
}

/** The names and types of a schema and those in it. */
function typesOf(schema: JsonSchema): JsonSchema {
  const { type, required } = schema
  return { type, required, ...mapInner(schema, typesOf) }
}

/** Changes the schemas in a schema. */
function mapInner({ properties, items, oneOf }: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return {
    ...(properties && { properties: mapValues(properties, change) }),
    ...(items && { items: change(items) }),
    ...(oneOf && { oneOf: oneOf.map(change) }),
  }
}

function mapValues<Value>(record: Record<string, Value>, change: (value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
