import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { issueMessage } from './issue-message.ts'

/** An error that the operator can correct, such as a wrong setting, argument or file. Programs print its message without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

/**
 * Reads a service's settings from its environment. `NAME_FILE` names a file that holds the setting, for secrets. A blank setting counts as
 * absent.
 * @throws SetupError that lists all invalid settings
 */
export function readConfig<Shape extends z.ZodObject>(
  shape: Shape,
  env: Readonly<Record<string, string | undefined>>,
): z.infer<Shape> {
  const values: Record<string, string> = {}
  const problems: string[] = []
  const unreadable = new Set<unknown>()
  for (const name of Object.keys(shape.shape)) {
    const file = env[`${name}_FILE`]
    try {
      const value = (file ? readFileSync(file, 'utf8') : env[name])?.trim()
      if (value) values[name] = value
    } catch (error) {
      problems.push(`${name}_FILE: ${(error as Error).message}`)
      unreadable.add(name)
    }
  }
  const result = shape.safeParse(values, { error: issueMessage })
  const issues = result.error?.issues.filter((it) => !unreadable.has(it.path[0])) ?? []
  for (const { path, message } of issues) problems.push(`${path.join('.')}: ${message}`)
  if (result.success && problems.length === 0) return result.data
  throw new SetupError(`These settings need a change:\n  ${problems.join('\n  ')}`)
}

/** Schema of a whole number as text. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(error).refine((it) => Number.isInteger(it) && it >= min && it <= max, error)
}

/** Schema of a TCP port as text; 0 lets the system choose one. */
export function port(defaultValue: number) {
  return wholeNumber(0, 65_535).default(defaultValue)
}

/** What is wrong with an address in which `decodeEscapes` finds a `%` of its own. */
export const STRAY_PERCENT = 'has a % that begins no escape: in a user name, password or other name, write it as %25'

/** Decodes the escapes in a part of an address; undefined if there is a `%` that begins none. */
export function decodeEscapes(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const redisForm =
  'must be an address such as redis://localhost:6379, or with the number of a database redis://localhost:6379/1'
/** Schema of a Redis address. */
export const redisUrl = z
  .url({ protocol: /^rediss?$/, error: redisForm })
  .refine((it) => /^rediss?:\/\/(?:[^/?#]*@)?[^/?#@]+(?:\/\d*)?(?:[?#]|$)/i.test(it), redisForm)
  .refine((it) => decodeEscapes(/^[^/]*\/\/[^/?#]*/.exec(it)?.[0] ?? '') !== undefined, STRAY_PERCENT)
/** Schema of pino's levels, by default `info`. */
export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')

/** Reads `LOG_LEVEL` before the other settings, whose faults are logged. Returns `info` for an invalid one: it is reported with them. */
export function readLogLevel(env: Readonly<Record<string, string | undefined>>): z.infer<typeof logLevel> {
  try {
    return readConfig(z.object({ LOG_LEVEL: logLevel }), env).LOG_LEVEL
  } catch {
    return 'info'
  }
}
