import { InvalidRequest } from '@maps/shared/errors'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { findExceededLimit } from '../validation/json-limits.ts'
import type { ToolSchema } from './tool-schema.ts'

/**
 * Parses the fields of an input that a client sent as JSON text although their schemas take no text, as clients do with lists, objects and
 * numbers (https://github.com/anthropics/claude-code/issues/22394). What is no JSON stays, and the check of the schema refuses it.
 * Other requests run after each text, since each may have as many values as a body.
 * @throws InvalidRequest for JSON that exceeds the limits of a body
 */
export async function parseJsonTexts(input: unknown, { properties = {} }: ToolSchema): Promise<unknown> {
  if (typeof input !== 'object' || input === null) return input
  const given = input as Readonly<Record<string, unknown>>
  const parsed: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    const text = given[name]
    const { type } = schema as { type?: unknown }
    if (typeof text !== 'string' || type === 'string') continue
    parsed[name] = parse(text, name)
    await letOthersRun()
  }
  return Object.keys(parsed).length === 0 ? input : { ...input, ...parsed }
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
