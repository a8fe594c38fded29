import { InvalidRequest } from '@maps/shared/errors'
import { findExceededLimit } from '../validation/json-limits.ts'
import type { ToolSchema } from './tool-schema.ts'

/**
 * Parses the fields of an input that a client sent as JSON text although their schemas take no text, as clients do with lists, objects and
 * numbers (https://github.com/anthropics/claude-code/issues/22394). What is no JSON stays, and the check of the schema refuses it.
 * @throws InvalidRequest for JSON that exceeds the limits of a body
 */
export function parseJsonTexts(input: unknown, { properties = {} }: ToolSchema): unknown {
  if (typeof input !== 'object' || input === null) return input
  const given = input as Readonly<Record<string, unknown>>
  const parsed = Object.entries(properties).flatMap(([name, schema]) => {
    const text = given[name]
    const { type } = schema as { type?: unknown }
    return typeof text === 'string' && type !== 'string' ? [[name, parse(text, name)] as const] : []
  })
  return parsed.length === 0 ? input : { ...input, ...Object.fromEntries(parsed) }
}

function parse(text: string, field: string): unknown {
  const excess = findExceededLimit(Buffer.from(text))
  if (excess) throw new InvalidRequest('The input is not valid: see "fields".', { [field]: excess })
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
